/** Two files side by side: texts line by line, PDF files page by page, everything else next to each other. */
import { X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Loading } from '@/ui/States'
import { type EvidenceFile, isCuttable, kindOf, type Revision } from '../files'
import { Preview } from '../preview/Preview'

const TextDiff = lazy(() => import('./TextDiff'))
const PdfPair = lazy(() => import('./PdfPair'))

interface Props {
  revisions: Revision[]
  left: EvidenceFile
  right: EvidenceFile
  onChoose: (side: 'left' | 'right', file: string) => void
  onClose: () => void
}

export function Compare({ revisions, left, right, onChoose, onClose }: Props) {
  const { t } = useTranslation()
  const [a, b] = [kindOf(left), kindOf(right)]
  const pick = (side: 'left' | 'right', file: EvidenceFile) => (
    <select
      aria-label={t(`evidence.compare.${side}`)}
      value={file.id}
      onChange={event => onChoose(side, event.target.value)}
      className="control min-w-0"
    >
      {revisions.map(revision =>
        revision.attachments.map(one => (
          <option key={one.id} value={one.id}>
            {t('evidence.version', { version: revision.version })}: {one.name}
          </option>
        )),
      )}
    </select>
  )
  return (
    <div>
      <header className="flex items-center gap-3 border-line border-b bg-surface px-4 py-2.5">
        <h3 className="sr-only">{t('evidence.compare.title')}</h3>
        <div className="grid min-w-0 grow grid-cols-2 gap-3">
          {pick('left', left)}
          {pick('right', right)}
        </div>
        <Button look="quiet" icon={<X size={16} />} label={t('evidence.compare.close')} onClick={onClose} />
      </header>
      <Suspense fallback={<Loading />}>
        {left.sha256 === right.sha256 ? (
          <p role="status" className="px-4 py-10 text-center text-ink-soft">
            {t('evidence.compare.same')}
          </p>
        ) : isCuttable(a) && isCuttable(b) ? (
          <TextDiff key={`${left.id} ${right.id}`} left={left} right={right} />
        ) : a === 'pdf' && b === 'pdf' ? (
          <PdfPair key={`${left.id} ${right.id}`} left={left} right={right} />
        ) : (
          <div className="grid grid-cols-2 divide-x divide-line">
            {[left, right].map((file, at) => (
              <div key={`${at} ${file.id}`} className="min-w-0">
                <Preview file={file} />
              </div>
            ))}
          </div>
        )}
      </Suspense>
    </div>
  )
}

/** The file that one is most likely compared with: its namesake in an earlier revision, or a similar one. */
export function counterpart(revisions: Revision[], file: EvidenceFile): EvidenceFile | undefined {
  const own = revisions.findIndex(revision => revision.attachments.some(one => one.id === file.id))
  const others = revisions.filter((_, at) => at !== own)
  const order = [...revisions.slice(own + 1), ...others.filter(one => revisions.indexOf(one) < own)]
  const all = order.flatMap(revision => revision.attachments)
  return all.find(one => one.name === file.name) ?? all.find(one => kindOf(one) === kindOf(file)) ?? all[0]
}
