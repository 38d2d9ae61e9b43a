import {
  ELEMENT_NODE,
  type ElementNode,
  type NodeEvent,
  NodeEventExit,
  type TransformPlugin,
} from '@mdream/js';

type Node = NodeEvent['node'];

const SKIP = { skip: true } as const;

/** Elements without text for a reader: controls, pictures made of text, what belongs to the site and not to the page. */
const LEFT_OUT = new Set(
  'script style noscript template iframe object embed applet canvas svg audio video map nav footer button input select textarea datalist dialog title'.split(
    ' ',
  ),
);
/** Roles that say the same of elements without a meaning of their own. */
const LEFT_OUT_ROLES = new Set(['navigation', 'contentinfo', 'search', 'banner', 'menu', 'menubar']);

const ZERO = String.raw`\s*:\s*-?0{0,6}\.?0{0,6}(?:px|r?em|%|pt|vh|vw)?\s*(?:!important)?\s*(?:;|$)`;
/** Declarations by which nobody sees an element. */
const UNSEEN = new RegExp(
  [
    String.raw`display\s*:\s*none`,
    String.raw`visibility\s*:\s*(?:hidden|collapse)`,
    String.raw`(?:^|[;\s{])opacity${ZERO}`,
    `font-size${ZERO}`,
    String.raw`font-size\s*:\s*(?:0?\.\d+|1)px`,
    String.raw`(?:^|[;\s{])(?:left|right|top|bottom|text-indent|margin-(?:left|top)|translate[xy]?)\s*:\s*-\d{3,}`,
    String.raw`transform\s*:[^;]*(?:scale[xy]?\(\s*0*\.?0*\s*[,)]|translate[xy3d]*\(\s*-\d{3,})`,
    String.raw`clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)`,
    String.raw`clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0)`,
    String.raw`(?:^|[;\s{])color\s*:\s*(?:transparent|rgba\([^)]*,\s*0*\.?0*\s*\))`,
    String.raw`content-visibility\s*:\s*hidden`,
  ].join('|'),
  'i',
);
const NO_SIZE = new RegExp(String.raw`(?:^|[;\s{])(?:max-)?(?:width|height)${ZERO}`, 'i');

/** True when these declarations hide an element. */
const isUnseen = (style: string): boolean =>
  UNSEEN.test(style) || (NO_SIZE.test(style) && /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i.test(style));

/** A style sheet is looked at up to here. */
const STYLE_CHARS = 200_000;

/** Classes and ids that the page's own style sheets hide, for every medium; `.a .b` and the like are not followed. */
export function hiddenNames(html: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, css = ''] of html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style/gi)) {
    const top = css
      .slice(0, STYLE_CHARS)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/@[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
    for (const [, selectors = '', body = ''] of top.matchAll(/([^{}]{1,2000})\{([^{}]{0,5000})\}/g)) {
      if (!isUnseen(body)) continue;
      for (const selector of selectors.split(',')) {
        const name = /^\s*[a-z]*([.#][\w-]+)\s*$/i.exec(selector)?.[1];
        if (name !== undefined) names.add(name);
      }
    }
  }
  return names;
}

function isHidden({ name, attributes }: ElementNode, hidden: ReadonlySet<string>): boolean {
  if (LEFT_OUT.has(name)) return true;
  const { style, role, id } = attributes;
  if (attributes.hidden !== undefined && attributes.hidden.toLowerCase() !== 'until-found') return true;
  if (attributes['aria-hidden']?.toLowerCase() === 'true') return true;
  if (role !== undefined && LEFT_OUT_ROLES.has(role.toLowerCase())) return true;
  if (style !== undefined && isUnseen(style)) return true;
  if (hidden.size === 0) return false;
  if (id !== undefined && hidden.has(`#${id}`)) return true;
  return (attributes.class ?? '').split(/\s+/).some((one) => hidden.has(`.${one}`));
}

const isMain = ({ name, attributes }: ElementNode): boolean => name === 'main' || attributes.role === 'main';

/** The address as the page means it; undefined for what leads nowhere outside of the page. */
function linkOf(href: string, base: string): string | undefined {
  const text = href.trim();
  if (text.startsWith('#')) return undefined;
  if (/^(?:javascript|data|vbscript|blob|file|about):/i.test(text.replace(/[\s\p{Cc}]/gu, '')))
    return undefined;
  if (/^(?:https?:|mailto:)/i.test(text)) return text;
  return URL.canParse(text, base) ? new URL(text, base).href : undefined;
}

const LINKS: Readonly<Record<string, string>> = { a: 'href', area: 'href', img: 'src' };

export interface VisibleOptions {
  /** What relative links are meant from. */
  readonly base: string;
  readonly hidden: ReadonlySet<string>;
  /** Only what stands inside the element of the main content. */
  readonly isMainOnly: boolean;
}

/** An image that says nothing to a reader of text. */
const isMute = ({ name, attributes }: ElementNode): boolean =>
  name === 'img' && (attributes.alt ?? '').trim() === '';

/** True when the node is this element or lies in it. */
function isWithin(node: Node, element: ElementNode): boolean {
  for (let at: Node | null | undefined = node; at; at = at.parent) if (at === element) return true;
  return false;
}

/**
 * Leaves out what a reader does not see, and makes links whole. Nodes come in the order of the page, so it is enough to know
 * which element is being skipped: sets of hundreds of thousands of nodes cost more than the conversion.
 */
export function visiblePart({ base, hidden, isMainOnly }: VisibleOptions): TransformPlugin {
  let skipped: ElementNode | undefined;
  let main: ElementNode | undefined;

  function isSkipped(node: Node): boolean {
    if (skipped !== undefined) {
      if (isWithin(node, skipped)) return true;
      skipped = undefined;
    }
    if (node.type !== ELEMENT_NODE) return false;
    const element = node as ElementNode;
    if (!isHidden(element, hidden) && !isMute(element)) return false;
    skipped = element;
    return true;
  }

  /** Follows where the main part begins and ends. */
  function isOutside(node: Node, isEnd: boolean): boolean {
    if (main === undefined) {
      if (node.type === ELEMENT_NODE && !isEnd && isMain(node as ElementNode)) main = node as ElementNode;
      return main === undefined;
    }
    if (isEnd && node === main) main = undefined;
    return false;
  }

  return {
    excludesOverflowSubtree: isSkipped,
    beforeNodeProcess({ node, type }: NodeEvent) {
      if (isSkipped(node)) return SKIP;
      return isMainOnly && isOutside(node, type === NodeEventExit) ? SKIP : undefined;
    },
    processAttributes(node: ElementNode) {
      const attribute = LINKS[node.name];
      const given = attribute === undefined ? undefined : node.attributes[attribute];
      if (attribute === undefined || given === undefined) return;
      const link = linkOf(given, base);
      if (link === undefined) delete node.attributes[attribute];
      else node.attributes[attribute] = link;
    },
  };
}
