/**
 * Reads PDF files in a worker and draws their pages on canvases. The browser's own reader cannot be
 * used: a file of evidence may never be framed as a page. Scripts, forms and links of a file are
 * left alone, and what the policy forbids (code from text, WebAssembly) the reader does without.
 */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker'

/** Pictures in a file that have more points than this are left out. */
const POINTS = 32_000_000

export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerPort ??= new PdfWorker()
  return getDocument({
    // The reader takes the bytes away with it.
    data: bytes.slice(),
    isEvalSupported: false,
    useWasm: false,
    useSystemFonts: true,
    enableXfa: false,
    maxImageSize: POINTS,
    verbosity: 0,
  }).promise
}
