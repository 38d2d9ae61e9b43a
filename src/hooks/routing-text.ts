/**
 * What the model is told about our tools: which one for what, and where handles come from. It is part of every request
 * after it, so it is as short as it can be, and constant, so that prompt caches hold. Names without the agent's prefix:
 * the agent lists the whole names itself, and each prefix more would be paid for in every request.
 */
export const ROUTING_TEXT = [
  'plimsoll: ctx_execute runs code and keeps long output;',
  'ctx_search finds passages in it and in files given to ctx_index;',
  'ctx_read reads back any "#12".',
].join(' ');
