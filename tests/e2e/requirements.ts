/** Where a requirement is proven: with each client, with one of them, or once without a client. */
type Scope = 'each-client' | '332' | 'once';

/** One promise of the product, and the scenario that proves it. */
export interface Requirement {
  readonly text: string;
  readonly scenario: string;
  readonly scope: Scope;
}

const each = (scenario: string, text: string): Requirement => ({ text, scenario, scope: 'each-client' });
const only332 = (scenario: string, text: string): Requirement => ({ text, scenario, scope: '332' });
const once = (scenario: string, text: string): Requirement => ({ text, scenario, scope: 'once' });

/** The behaviour list. The run fails when one of them has no passing check, and when a check names none of them. */
export const REQUIREMENTS = {
  'install.marketplace': each('install', 'the repository is added as a marketplace over plain http git'),
  'install.plugin': each('install', 'the plugin installs from it, with its bundles'),
  // 2.1.197 runs `npm ci` in a plugin whose root holds package.json and a lock file.
  'install.no-packages': each('install', 'installing the plugin brings no package and asks no registry'),
  'install.list': each('install', '`plugin list` shows it enabled, in the version of the manifest'),
  'install.validate': each('install', '`plugin validate --strict`: no error, no warning'),
  'install.directory': only332('install', 'the directory profile misses nothing but a public homepage'),

  'work.connected': each('main-job', 'the server is connected and its tools can be called'),
  'work.names-only': only332(
    'main-job',
    'deferred: names in the text, no schema of ours in the declarations',
  ),
  'work.tool-search': only332('main-job', 'one ToolSearch turn loads a schema, and the call works'),
  'work.unlisted': each('main-job', 'the hook tool and ctx_stats are offered in no request'),
  // Both clients show a `structuredContent` in place of the text.
  'work.text': each('main-job', 'the model reads the answers as text, with their handle lines'),
  'work.small-answer': each('main-job', '200 KB of output reach the model as at most 4.5 KB'),
  'work.raw-bytes-out': each('main-job', 'the raw output is in no request'),
  'work.handle-last': each('main-job', 'the last line names the handle, what is missing and how to read it'),
  'work.stored-whole': each('main-job', 'the stored original is whole and readable by its owner only'),
  'work.search': each('main-job', 'ctx_search finds a fact inside the stored output'),
  'work.read': each('main-job', 'ctx_read by the handle shows the wanted lines'),
  'work.index': each('main-job', 'ctx_index makes a file searchable'),

  'stats.entered': each(
    'stats',
    'what tools put into the context is what stands in the requests, within 1 %',
  ),
  'stats.host': each('stats', 'what the client would have shown is what it shows without us, within 1 %'),
  'stats.overhead': each(
    'stats',
    'the list of tools and the texts of hooks are what the requests hold, within 1 %',
  ),
  'stats.usage': each('stats', 'the agent’s own use is what the model was asked and answered'),

  'governor.digest': each(
    'governor',
    'a large Bash result reaches the model as a digest with the answer in it',
  ),
  'governor.stored': each(
    'governor',
    'the whole of it is stored, byte for byte, in the file that the digest names',
  ),
  'governor.raw-bytes-out': each('governor', 'the whole is in no request, a subagent’s among them'),
  'governor.option': each('governor', 'an option of the plugin switches it off'),
  'governor.edit': each('governor', 'a file that is read and edited stays exact'),
  'governor.read': each('governor-tools', 'Read of a large log: a digest, and a range of it exactly'),
  'governor.edit-after-digest': each('governor-tools', 'an edit after that changes what it should'),
  'governor.agent': each('governor-tools', 'the long report of an agent becomes a digest'),
  'governor.mcp': each('governor-tools', 'a large result of another MCP server becomes a digest'),
  'governor.read-back': each('governor-tools', 'ctx_read shows the exact lines of both by their handles'),

  'hooks.success': each('hooks', 'every hook of the plugin ends with outcome success'),
  'hooks.fired': each('hooks', 'the declared hook events fire in a session'),
  'hooks.counted': each('hooks', 'what the hooks saw is counted by `stats --json`'),
  'hooks.failure': each('hooks', 'a failed command is recorded as a failure'),
  'hooks.subagent': each('hooks', "a subagent's tool call is recorded with its agent id"),
  'hooks.session-end': each('hooks', 'the end of the session is recorded'),

  'memory.routing-once': each(
    'compact',
    'the routing text stands exactly once in each request of the conversation',
  ),
  'memory.compact': each('compact', '/compact works, PreCompact is recorded, the routing text comes back'),
  'memory.continue': each('compact', '--continue keeps the session and adds no second routing text'),

  'memory.guide-once': each('memory', 'after each of two compactions the next request holds the guide, once'),
  'memory.content': each('memory', 'it tells the goal, decisions, failures and what was asked last'),
  'memory.summary': each('memory', 'what the summary has to keep is in its instructions'),
  'memory.resumed': each('memory', '--continue brings the guide once'),
  'memory.auto': each(
    'memory-unasked',
    'after a compaction that the client began itself the next request holds the guide, once',
  ),
  'memory.refused': each('memory-unasked', 'after one that a refused request brought, too'),
  'memory.beside-agent': each('memory-unasked', 'while a subagent works, too; its own requests hold none'),
  'memory.no-secret': each('memory', 'a secret of a prompt is in none of our files'),
  'monitor.once': each(
    'monitor',
    'the model hears exactly once that a compaction is near, also after a failed command',
  ),
  'monitor.again': each('monitor', 'after a compaction it hears it again, once'),
  'monitor.silent': each('monitor', 'the hooks that look at the context end with success'),

  'commands.stats': each('commands', '/plimsoll:ctx-stats shows the numbers, without a permission question'),
  'commands.words': each(
    'commands',
    'ctx doctor, ctx purge and ctx upgrade typed bare are answered; purge asks first',
  ),
  'commands.free': each(
    'commands',
    'what only tells something needs no request, and an ordinary prompt does',
  ),
  'commands.search': each('commands', '/plimsoll:ctx-search shows what it found'),
  'commands.change': each(
    'commands',
    'ctx-index, ctx-upgrade, ctx-export and ctx-purge --yes do their work by the command line',
  ),
  'commands.quoted': each('commands', 'nothing in the text behind a command is run'),
  'commands.no-server': each('commands', 'without the server the command line answers'),
  'commands.no-cli': each('commands', 'without the command line the server answers'),
  'commands.hidden': each('commands', 'commands cost the model nothing: they are in no skill list'),
  'commands.skills': each(
    'commands',
    'each skill is offered to the model once, or not at all where it says so',
  ),

  'permissions.execute': each('permissions', 'headless default mode: ctx_execute does not run unasked'),
  'permissions.words': each('permissions', 'what the model then reads says what to do'),
  'permissions.allowed': each('permissions', 'headless default mode: what an allow rule covers runs'),
  'permissions.denied': each(
    'permissions',
    'what a rule denies does not run, and the rule and its file are named',
  ),
  'permissions.read-only': each('permissions', 'headless default mode: ctx_search runs unasked'),
  'permissions.originals': each('permissions', 'a stored original can be read with Read, unasked'),

  'fail-open.no-node': each('no-node', 'without node on PATH the session goes on'),
  'fail-open.killed': each('server-killed', 'the session goes on when the server is killed'),
  'fail-open.reconnect': each(
    'server-killed',
    'a later call reaches a new server, which still knows what was stored',
  ),

  'uninstall.data': each('uninstall', 'uninstall and marketplace removal leave the data directory alone'),
  'uninstall.gone': each('uninstall', 'afterwards nothing of the plugin is in a request'),

  'gemini.export': once('gemini', 'plimsoll is exported into the home of a user of Gemini CLI'),
  'gemini.runs': once(
    'gemini',
    'the real Gemini CLI works with it to the end, and takes the session up again',
  ),
  'gemini.start-text': once('gemini', 'the text of the start reaches the model'),
  'gemini.tools': once('gemini', 'the model calls a tool of ours and reads its answer'),
  'gemini.flood': once('gemini', 'a long result is replaced by a digest, and kept whole'),
  'gemini.note': once('gemini', 'the model is told that the context is nearly full'),
  'gemini.compaction': once('gemini', 'after a compression the model is told what it must not forget'),
  'gemini.events': once(
    'gemini',
    'what happened is recorded, each call once, a compression only where there was one',
  ),
  'gemini.uninstall': once('gemini', 'uninstall leaves the settings byte for byte, and no file of ours'),

  'network.server': once('no-network', 'server and tools open no network connection'),
  'network.hooks': once('no-network', 'hooks open no network connection'),
  'network.cli': once('no-network', 'status line and CLI open no network connection'),
} as const satisfies Readonly<Record<string, Requirement>>;

export type RequirementId = keyof typeof REQUIREMENTS;
