/** A risk matrix with its colours and the names of its levels; the table says in words what the colours show. */
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { type DrawnLevel, draw, type MatrixDefinition } from './matrix'

interface Props {
  name: string
  matrix: MatrixDefinition
  /** Without the words about each level. */
  brief?: boolean
}

const fill = (level: DrawnLevel) =>
  level.colour ? { backgroundColor: level.colour, color: level.ink ?? undefined } : undefined

export function MatrixGrid({ name, matrix, brief }: Props) {
  const { t, i18n } = useTranslation()
  const { rows, columns, risks } = draw(matrix, i18n.language)
  return (
    <div className="@container flex flex-col gap-6">
      <div className="grid gap-6 @3xl:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="min-w-0 overflow-x-auto">
          <table className="w-full min-w-80 table-fixed border-separate border-spacing-1 text-sm">
            <caption className="sr-only">{t('riskMatrix.caption', { name })}</caption>
            <colgroup>
              <col className="w-20 @xl:w-32" />
            </colgroup>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t('riskMatrix.probability')}</th>
                {columns.map((level, at) => (
                  <th key={at} scope="col">
                    {level.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ level, cells }, at) => (
                <tr key={at}>
                  <th
                    scope="row"
                    title={level.description || undefined}
                    className="pr-2 text-right font-normal text-ink-soft"
                  >
                    <span className="line-clamp-2 hyphens-auto break-words">{level.name}</span>
                  </th>
                  {cells.map((cell, place) => (
                    <td
                      key={place}
                      title={[level.name, columns[place]?.name, cell.name].filter(Boolean).join(' · ')}
                      style={fill(cell)}
                      className={cn(
                        'h-14 rounded-md px-1 text-center font-medium text-xs @xl:h-16',
                        !cell.colour && 'bg-sunken text-ink-soft',
                      )}
                    >
                      <span aria-hidden className="@md:hidden">
                        {cell.short}
                      </span>
                      <span className="line-clamp-2 break-words @max-md:sr-only">{cell.name}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot aria-hidden>
              <tr className="text-ink-soft">
                <td />
                {columns.map((level, at) => (
                  <td
                    key={at}
                    title={level.description || undefined}
                    className="px-0.5 pt-1 text-center align-top text-xs @xl:text-sm"
                  >
                    <span className="hyphens-auto break-words @max-md:inline-block @max-md:rotate-180 @max-md:[writing-mode:vertical-rl]">
                      {level.name}
                    </span>
                  </td>
                ))}
              </tr>
              <tr>
                <td className="pt-1 text-right text-ink-faint text-xs">{t('riskMatrix.probability')} ↑</td>
                <td colSpan={columns.length} className="pt-1 text-center text-ink-faint text-xs">
                  {t('riskMatrix.impact')} →
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
        <Legend title={t('riskMatrix.risks')} levels={risks} />
      </div>
      {!brief && (
        <div className="grid gap-6 @2xl:grid-cols-2">
          <Levels title={t('riskMatrix.probability')} levels={rows.map(row => row.level)} />
          <Levels title={t('riskMatrix.impact')} levels={[...columns].reverse()} />
        </div>
      )}
    </div>
  )
}

function Legend({ title, levels }: { title: string; levels: DrawnLevel[] }) {
  return (
    <section>
      <h3 className="text-base">{title}</h3>
      <ul className="mt-2 flex flex-col gap-2.5 text-sm">
        {levels.map((level, at) => (
          <li key={at} className="flex gap-2.5">
            <span
              aria-hidden
              style={fill(level)}
              className={cn('mt-0.5 size-4 shrink-0 rounded', !level.colour && 'bg-sunken')}
            />
            <span className="min-w-0">
              <span className="font-medium">{level.name}</span>
              {level.description && <span className="block text-ink-soft">{level.description}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Levels({ title, levels }: { title: string; levels: DrawnLevel[] }) {
  if (!levels.some(level => level.description)) return null
  return (
    <section className="min-w-0">
      <h3 className="text-base">{title}</h3>
      <dl className="mt-1 text-sm">
        {levels.map((level, at) => (
          <div key={at} className="border-line border-t py-2">
            <dt className="font-medium">{level.name}</dt>
            {level.description && <dd className="text-ink-soft">{level.description}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
