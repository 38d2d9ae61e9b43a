import type { PlatformDescriptor } from '#platforms/define.ts';

/**
 * What the model is told about our tools: which one for what, and where handles come from. It is part of every request
 * after it, so it is as short as it can be, and constant, so that prompt caches hold. The first name is whole, the
 * others are told apart by their ends.
 */
export function routingText(platform: PlatformDescriptor): string {
  return [
    `plimsoll: ${platform.toolName('ctx_execute')} runs code and shortens long output, keeping all of it;`,
    'ctx_search finds passages in kept outputs and in files given to ctx_index;',
    'ctx_read reads back any "#12".',
  ].join(' ');
}
