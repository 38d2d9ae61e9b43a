import { acceptedBy, variableOf } from '#core/settings/setting.ts';
import { SETTINGS } from '#core/settings/table.ts';
import { PLUGIN_SERVER_KEY, PRODUCT_NAME } from '#core/tool-names.ts';
import packageJson from '../../package.json' with { type: 'json' };

const { version, description, license, author, keywords } = packageJson;
const DISPLAY_NAME = 'Plimsoll';

/** Settings that the host's dialog for plugin options offers: those that people switch. */
const OPTIONS = ['governor.mode', 'routing.mode', 'routing.advice'];

const pluginOptions = () =>
  SETTINGS.filter(({ key }) => OPTIONS.includes(key)).map((setting) => ({
    name: setting.key.replace('.', '_'),
    variable: variableOf(setting.key).replace('PLIMSOLL_', 'PLIMSOLL_OPTION_'),
    title: setting.key,
    description: `${setting.meaning}; ${acceptedBy(setting)}. Empty: ${setting.fallback}`,
  }));

/** The plugin's own manifest; hosts look for it in two places. It has no address yet, so it names none. */
const plugin = {
  name: PRODUCT_NAME,
  displayName: DISPLAY_NAME,
  version,
  description,
  author: { name: author },
  license,
  keywords,
  userConfig: Object.fromEntries(
    pluginOptions().map(({ name, title, description }) => [
      name,
      { type: 'string', title, description, required: false },
    ]),
  ),
};

/** Claude Code checks the icon from 2.1.332 on; older versions warn about the field, so the file is found by its place. */
const marketplace = {
  name: PRODUCT_NAME,
  owner: { name: author },
  description:
    'plimsoll: large tool output stays out of the context window, and the work survives compaction.',
  plugins: [{ name: PRODUCT_NAME, source: './', description, version, category: 'productivity' }],
};

/** Each plugin option as the variable that the server reads; a value that the user did not give stays a placeholder. */
const optionEnvironment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(pluginOptions().map(({ name, variable }) => [variable, `\${user_config.${name}}`]));

const mcp = {
  mcpServers: {
    [PLUGIN_SERVER_KEY]: {
      command: 'node',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills these in
      args: ['${CLAUDE_PLUGIN_ROOT}/dist/server.mjs'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills these in
      env: { PLIMSOLL_PROJECT: '${CLAUDE_PROJECT_DIR}', ...optionEnvironment() },
    },
  },
};

/** Generated manifests by their path in the repository. */
export const manifests = (): Readonly<Record<string, unknown>> => ({
  '.claude-plugin/plugin.json': plugin,
  '.claude-plugin/marketplace.json': marketplace,
  'plugin.json': plugin,
  '.mcp.json': mcp,
});
