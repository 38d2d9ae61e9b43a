/** `keep-code.cjs`: keeps what another bundle compiled. Loaded once per bundle and use, when the answer is out. */
import { keepCode } from '#infra/keep-code.ts';

export { keepCode };
