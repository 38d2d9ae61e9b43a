import type { PlatformDescriptor } from '#platforms/define.ts';

/**
 * What the model is told about our tools: which one for what, and where handles come from. It is part of every request
 * after it, so it is as short as it can be, and constant, so that prompt caches hold.
 */
export function routingText(platform: PlatformDescriptor): string {
  const execute = platform.toolName('ctx_execute');
  const prefix = execute.slice(0, execute.length - 'execute'.length);
  return [
    `plimsoll (${prefix}*): execute runs code and returns what matters of a long output;`,
    'index and search find passages in files and in stored outputs;',
    'read returns any part of what a line such as "[#12: …]" refers to.',
  ].join(' ');
}
