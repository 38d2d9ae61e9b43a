/** Agents whose hooks say themselves how full the context is. Apart from their facts, which most hooks never load. */
const SAYING: readonly string[] = ['kilo', 'omp', 'opencode', 'pi', 'qwen-code'];

/** Each event of this agent may say how full the context is. */
export const saysLoad = (platformId: string): boolean => SAYING.includes(platformId);
