/** Two texts line by line. The lines are only ever treated as text, whatever is in them. */
import { useMemo, useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { Failed, Loading } from '@/ui/States'
import type { EvidenceFile } from '../files'
import { OnlyTheBeginning } from '../preview/Preview'
import { useText } from '../preview/useText'
import { folded, type Line, lineDiff, type Pair } from './lineDiff'

export default function TextDiff({ left, right }: { left: EvidenceFile; right: EvidenceFile }) {
  const { t } = useTranslation()
  const [a, b] = [useText(left), useText(right)]
  const [open, setOpen] = useState<Set<number>>(new Set())
  const pairs = useMemo(
    () => (a.text === null || b.text === null ? null : lineDiff(a.text, b.text)),
    [a.text, b.text],
  )
  const error = a.error ?? b.error
  if (error) return <Failed error={error} retry={a.error ? a.retry : b.retry} />
  if (!pairs) return <Loading />
  const different = pairs.filter(pair => pair.kind !== 'same').length
  return (
    <>
      <p role="status" className="border-line border-b px-4 py-2 text-ink-soft text-sm">
        {different === 0 ? t('evidence.compare.same') : t('evidence.compare.lines', { count: different })}
      </p>
      <div
        tabIndex={0}
        role="region"
        aria-label={t('evidence.compare.title')}
        className="max-h-[75vh] overflow-auto"
      >
        <table className="w-full table-fixed border-collapse font-mono text-xs leading-5">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('evidence.compare.line')}</th>
              <th scope="col">{left.name}</th>
              <th scope="col">{t('evidence.compare.line')}</th>
              <th scope="col">{right.name}</th>
            </tr>
          </thead>
          <colgroup>
            <col className="w-11" />
            <col />
            <col className="w-11" />
            <col />
          </colgroup>
          <tbody>
            {folded(pairs).map((part, at) =>
              'folded' in part && !open.has(at) ? (
                <tr key={at}>
                  <td colSpan={4} className="border-line border-y bg-bg text-center font-sans">
                    <button
                      type="button"
                      onClick={() => setOpen(now => new Set(now).add(at))}
                      className="w-full py-1 text-ink-soft text-sm hover:text-ink"
                    >
                      {t('evidence.compare.unchanged', {
                        count: part.folded.length,
                        lines: formatNumber(part.folded.length),
                      })}
                    </button>
                  </td>
                </tr>
              ) : (
                ('folded' in part ? part.folded : part.pairs).map((pair, line) => (
                  <Row key={`${at} ${line}`} pair={pair} />
                ))
              ),
            )}
          </tbody>
        </table>
      </div>
      {(a.cut || b.cut) && <OnlyTheBeginning>{t('evidence.compare.cut')}</OnlyTheBeginning>}
    </>
  )
}

function Row({ pair }: { pair: Pair }) {
  const isSame = pair.kind === 'same'
  return (
    <tr>
      <Side line={pair.left} mark={isSame ? undefined : 'went'} />
      <Side line={pair.right} mark={isSame ? undefined : 'came'} />
    </tr>
  )
}

const MARKS = {
  went: ['−', 'bg-bad-soft', 'evidence.compare.removed'],
  came: ['+', 'bg-good-soft', 'evidence.compare.added'],
} as const

function Side({ line, mark }: { line?: Line; mark?: 'went' | 'came' }) {
  const { t } = useTranslation()
  const [sign, back, words] = mark ? MARKS[mark] : ['', '', '']
  if (!line) return <td colSpan={2} className="bg-bg" />
  return (
    <>
      <td className={cn('select-none px-1.5 text-right align-top text-ink-soft', back)}>{line.number}</td>
      <td className={cn('relative whitespace-pre-wrap break-words pr-2 pl-4 align-top', back)}>
        {sign && (
          <span aria-hidden className="absolute left-1 select-none">
            {sign}
          </span>
        )}
        {words && <span className="sr-only">{t(words)} </span>}
        {line.text}
      </td>
    </>
  )
}
