/**
 * Shows a file. Whoever uploaded it is not trusted: pictures are drawn as pictures, everything else is read
 * as bytes and drawn by us. Nothing in a file becomes a page, a script or a style.
 */
import { Download, FileQuestion } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatSize } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Empty, Loading } from '@/ui/States'
import { addressOf, type EvidenceFile, isCuttable, type Kind, kindOf, MOST } from '../files'
import { DrawingPreview, ImagePreview } from './ImagePreview'

const PdfPreview = lazy(() => import('./PdfPreview'))
const MarkdownPreview = lazy(() => import('./MarkdownPreview'))
const CsvPreview = lazy(() => import('./CsvPreview'))
const TextPreview = lazy(() => import('./TextPreview'))

const VIEWS: Record<Exclude<Kind, 'none'>, React.ComponentType<{ file: EvidenceFile }>> = {
  image: ImagePreview,
  drawing: DrawingPreview,
  pdf: PdfPreview,
  markdown: MarkdownPreview,
  csv: CsvPreview,
  text: TextPreview,
}

export function Preview({ file }: { file: EvidenceFile }) {
  const { t } = useTranslation()
  const kind = kindOf(file)
  if (kind === 'none') return <NoPreview file={file} reason={t('evidence.noPreview')} />
  if (file.size > MOST[kind] && !isCuttable(kind)) {
    const sizes = { size: formatSize(file.size), most: formatSize(MOST[kind]) }
    return <NoPreview file={file} reason={t('evidence.tooLarge', sizes)} />
  }
  const View = VIEWS[kind]
  return (
    <Suspense fallback={<Loading />}>
      <View key={file.id} file={file} />
    </Suspense>
  )
}

/** Says why a file is not shown; it can be downloaded all the same. */
export function NoPreview({ file, reason }: { file: EvidenceFile; reason: string }) {
  const { t } = useTranslation()
  return (
    <Empty title={t('evidence.notShown')} icon={<FileQuestion />}>
      <p>{reason}</p>
      <DownloadLink file={file} />
    </Empty>
  )
}

export function DownloadLink({ file }: { file: EvidenceFile }) {
  const { t } = useTranslation()
  return (
    <a
      href={addressOf(file)}
      download={file.name}
      className="inline-flex h-8.5 items-center gap-1.5 rounded-md border border-line bg-raised px-3 font-medium text-ink shadow-sm hover:bg-hover"
    >
      <Download size={15} aria-hidden />
      {t('files.download')}
      <span className="sr-only">{file.name}</span>
    </a>
  )
}

/** Under a preview that shows only the beginning. */
export function OnlyTheBeginning({ children }: { children: string }) {
  return (
    <p role="note" className="border-line border-t bg-warn-soft px-4 py-2 text-sm text-warn">
      {children}
    </p>
  )
}
