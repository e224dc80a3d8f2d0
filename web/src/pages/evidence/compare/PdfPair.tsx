/** The pages of two PDF files next to each other, page by page. */

import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Failed, Loading } from '@/ui/States'
import type { EvidenceFile } from '../files'
import { PAGES, PdfPage, usePdf } from '../preview/PdfPreview'
import { NoPreview, OnlyTheBeginning } from '../preview/Preview'

export default function PdfPair({ left, right }: { left: EvidenceFile; right: EvidenceFile }) {
  const { t } = useTranslation()
  const [a, b] = [usePdf(left), usePdf(right)]
  const error = a.error ?? b.error
  if (error) return <Failed error={error} retry={a.error ? a.retry : b.retry} />
  if (a.refused) return <NoPreview file={left} reason={t(a.refused)} />
  if (b.refused) return <NoPreview file={right} reason={t(b.refused)} />
  if (!a.pdf || !b.pdf) return <Loading />
  const all = Math.max(a.pdf.numPages, b.pdf.numPages)
  const shown = Math.min(all, PAGES)
  return (
    <>
      <div
        tabIndex={0}
        role="region"
        aria-label={t('evidence.compare.title')}
        className="grid max-h-[75vh] grid-cols-2 gap-3 overflow-auto bg-sunken p-3"
      >
        {Array.from({ length: shown * 2 }, (_, at) => {
          const number = Math.floor(at / 2) + 1
          const pdf = (at % 2 === 0 ? a : b).pdf
          return pdf && number <= pdf.numPages ? (
            <PdfPage key={at} pdf={pdf} number={number} />
          ) : (
            <p key={at} className="grid place-items-center text-ink-soft text-sm">
              {t('evidence.compare.noPage', { number })}
            </p>
          )
        })}
      </div>
      {all > shown && (
        <OnlyTheBeginning>
          {t('evidence.cutPages', { shown: formatNumber(shown), all: formatNumber(all) })}
        </OnlyTheBeginning>
      )}
    </>
  )
}
