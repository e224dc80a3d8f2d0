/** The grid of a matrix, painted with a level: click or press a number; arrow keys move. */
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { DrawnLevel, Levels } from './matrix'

interface Props {
  levels: Levels
  grid: number[][]
  disabled?: boolean
  onPaint: (row: number, column: number, level: number) => void
}

const fill = (level: DrawnLevel | undefined) =>
  level?.colour ? { backgroundColor: level.colour, color: level.ink ?? undefined } : undefined

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export function GridPaint({ levels, grid, disabled, onPaint }: Props) {
  const { t } = useTranslation()
  const table = useRef<HTMLTableElement>(null)
  const [brush, setBrush] = useState(levels.risk.length - 1)
  const [active, setActive] = useState('0-0')
  const chosen = Math.min(brush, levels.risk.length - 1)
  const keys = (event: KeyboardEvent, row: number, column: number) => {
    const by = ARROWS[event.key]
    const digit = Number.parseInt(event.key, 10)
    if (by) {
      event.preventDefault()
      const next = `[data-row="${row + by[0]}"][data-column="${column + by[1]}"]`
      table.current?.querySelector<HTMLElement>(next)?.focus()
    } else if (digit >= 1 && digit <= levels.risk.length) {
      event.preventDefault()
      onPaint(row, column, digit - 1)
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <fieldset disabled={disabled} className="flex flex-wrap items-center gap-1.5">
        <legend className="mb-1.5 text-ink-soft text-sm">{t('matrixEditor.paint')}</legend>
        {levels.risk.map((level, at) => (
          <label
            key={at}
            style={fill(level)}
            className={cn(
              'inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-md px-2.5 font-medium text-sm ring-ink ring-offset-2 ring-offset-surface has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-4',
              !level.colour && 'bg-sunken text-ink',
              at === chosen && 'ring-2',
            )}
          >
            <input
              type="radio"
              name="brush"
              className="sr-only"
              checked={at === chosen}
              onChange={() => setBrush(at)}
            />
            {at < 9 && (
              <kbd aria-hidden className="tabular font-normal text-xs">
                {at + 1}
              </kbd>
            )}
            {level.name}
          </label>
        ))}
      </fieldset>
      <div className="overflow-x-auto">
        <table ref={table} className="w-full max-w-3xl table-fixed border-separate border-spacing-1 text-sm">
          <caption className="sr-only">{t('matrixEditor.grid')}</caption>
          <tbody>
            {levels.probability
              .map((level, row) => (
                <tr key={row}>
                  <th
                    scope="row"
                    className="w-18 pr-1 text-right font-normal text-ink-soft text-xs sm:w-28 sm:pr-2 sm:text-sm"
                  >
                    <span className="line-clamp-2 break-words">{level.name}</span>
                  </th>
                  {levels.impact.map((impact, column) => {
                    const risk = levels.risk[grid[row]?.[column] ?? -1]
                    const name = `${row}-${column}`
                    return (
                      <td key={column} className="p-0">
                        <button
                          type="button"
                          disabled={disabled}
                          data-row={row}
                          data-column={column}
                          tabIndex={active === name ? 0 : -1}
                          aria-label={t('matrixEditor.cell', {
                            probability: level.name,
                            impact: impact.name,
                            risk: risk?.name ?? '?',
                          })}
                          style={fill(risk)}
                          onFocus={() => setActive(name)}
                          onClick={() => onPaint(row, column, chosen)}
                          onKeyDown={event => keys(event, row, column)}
                          className={cn(
                            '@container h-12 w-full truncate rounded-md px-1 font-medium text-xs ring-ink hover:ring-2',
                            !risk?.colour && 'bg-sunken text-ink-soft',
                          )}
                        >
                          <span className="@min-[4rem]:hidden">{risk?.short}</span>
                          <span className="hidden @min-[4rem]:inline">{risk?.name}</span>
                        </button>
                      </td>
                    )
                  })}
                </tr>
              ))
              .reverse()}
          </tbody>
          <tfoot aria-hidden>
            <tr className="text-ink-soft">
              <td className="pt-1 text-right text-ink-faint text-xs">{t('riskMatrix.probability')} ↑</td>
              {levels.impact.map((level, at) => (
                <td key={at} className="px-0.5 pt-1 text-center align-top text-xs">
                  <span className="hyphens-auto break-words">{level.name}</span>
                </td>
              ))}
            </tr>
            <tr>
              <td />
              <td colSpan={levels.impact.length} className="text-center text-ink-faint text-xs">
                {t('riskMatrix.impact')} →
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="text-ink-soft text-sm">{t('matrixEditor.keys')}</p>
    </div>
  )
}
