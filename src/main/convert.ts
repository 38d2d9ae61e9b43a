/** `convert.mjs`: the worker thread that makes text of pages. It may be ended in the middle: it holds nothing. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { toAppError } from '#core/errors.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import { convertPage, type ReadPdf } from '#features/fetching/convert/convert-page.ts';
import type { ConvertJob, ConvertResult } from '#features/fetching/page-port.ts';
import { END_REQUEST, type WorkerReply, type WorkerRequest } from '#infra/worker-client.ts';

const readPdf: ReadPdf = async (bytes) => {
  // Beside this bundle.
  const { href } = new URL('./pdf.mjs', import.meta.url);
  return ((await import(href)) as typeof import('./pdf.ts')).readPdf(bytes);
};

async function convert({ file, ...body }: ConvertJob): Promise<ConvertResult> {
  const page = await convertPage(body, readPdf);
  if (page.kind === 'unusable') return page;
  const { text, ...facts } = page;
  const bytes = Buffer.from(redactText(text).text);
  writeFileSync(file, bytes, { mode: 0o600, flag: 'wx' });
  return { ...facts, file, bytes: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') };
}

async function answer({ id, job }: WorkerRequest): Promise<WorkerReply> {
  try {
    return { id, ok: true, value: await convert(job as ConvertJob) };
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    return { id, ok: false, code, message };
  }
}

parentPort?.on('message', (request: WorkerRequest | typeof END_REQUEST) => {
  if (request === END_REQUEST) parentPort?.close();
  else void answer(request).then((reply) => parentPort?.postMessage(reply));
});
