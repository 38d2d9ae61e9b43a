/** `pdf.mjs`: the text layer of PDF documents. Loaded by the converter for the first one: it is as large as all the rest. */
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import type { ReadPdf } from '#features/fetching/convert/convert-page.ts';

export const readPdf: ReadPdf = async (bytes) => {
  const document = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 });
  const { text } = await extractText(document, { mergePages: false });
  const { info } = await getMeta(document);
  return { title: typeof info.Title === 'string' ? info.Title.trim() : '', pages: text };
};
