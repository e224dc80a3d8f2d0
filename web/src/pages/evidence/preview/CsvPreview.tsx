import { useMemo } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Failed, Loading } from '@/ui/States'
import { parseCsv } from '../csv'
import type { EvidenceFile } from '../files'
import { OnlyTheBeginning } from './Preview'
import { useText } from './useText'

const ROWS = 500
const COLUMNS = 60

export default function CsvPreview({ file }: { file: EvidenceFile }) {
  const { t } = useTranslation()
  const { text, cut, error, retry } = useText(file)
  const table = useMemo(() => (text === null ? null : parseCsv(text, ROWS + 1)), [text])
  if (error) return <Failed error={error} retry={retry} />
  if (!table) return <Loading />
  const [head, ...rows] = table.rows
  if (!head) return <p className="p-4 text-ink-soft">{t('evidence.emptyFile')}</p>
  const columns = Math.min(COLUMNS, Math.max(...table.rows.map(row => row.length)))
  const each = Array.from({ length: columns }, (_, at) => at)
  const partly = cut || table.more || table.rows.some(row => row.length > COLUMNS)
  return (
    <>
      <div tabIndex={0} role="region" aria-label={file.name} className="max-h-[70vh] overflow-auto">
        <table className="w-full border-separate border-spacing-0 text-sm">
          <thead className="sticky top-0 bg-surface">
            <tr>
              {each.map(at => (
                <th
                  key={at}
                  scope="col"
                  className="whitespace-nowrap border-line border-b px-3 py-1.5 text-left font-semibold"
                >
                  {head[at]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              <tr key={line} className="even:bg-bg">
                {each.map(at => (
                  <td key={at} className="max-w-96 truncate px-3 py-1 align-top" title={row[at]}>
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {partly && (
        <OnlyTheBeginning>
          {t('evidence.cutTable', { rows: formatNumber(rows.length), columns: formatNumber(columns) })}
        </OnlyTheBeginning>
      )}
    </>
  )
}
