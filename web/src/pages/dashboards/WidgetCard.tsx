/** A widget: its title, its chart or why there is none, and what can be done with it. */
import { Link } from '@tanstack/react-router'
import {
  Ban,
  ChartNoAxesColumn,
  Ellipsis,
  EyeOff,
  Pencil,
  SquareArrowOutUpRight,
  Table2,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useDomain, useDomains } from '@/api/domains'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { CatchErrors } from '@/shell/CatchErrors'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Menu } from '@/ui/Menu'
import { Skeleton } from '@/ui/States'
import { METRICS, type Shown, type Widget } from './api'
import { Chart } from './charts/Chart'
import type { Handle } from './Grid'

interface Props {
  widget: Widget
  shown?: Shown
  error?: Error | null
  retry: () => void
  handle?: Handle
  onEdit?: () => void
  onRemove?: () => void
  /** On a screen for others there is nothing to click. */
  bare?: boolean
}

export function WidgetCard({ widget, shown, error, retry, handle, onEdit, onRemove, bare }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const root = useDomains().uuid
  const [table, setTable] = useState(false)
  const title = shown?.title || widget.display_title
  const isText = widget.chart_type === 'text'
  const object = shown?.object && shown.object.id !== root ? shown.object : null
  const canTable = !isText && shown?.state === 'ok' && widget.chart_type !== 'table'
  return (
    <section
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : t('dashboard.text')}
      className="group flex h-full min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-raised px-4 pt-3 pb-3.5 shadow-sm"
    >
      {/* Its grip does the same with keys. */}
      <header
        onPointerDown={handle?.onPointerDown}
        className={cn(
          'flex min-h-6 shrink-0 items-start gap-2',
          handle && 'cursor-grab touch-none active:cursor-grabbing',
          isText && !title && !onEdit && 'hidden',
        )}
      >
        {handle?.grip}
        <div className="min-w-0 grow">
          <h2 id={id} className="line-clamp-2 font-medium text-base leading-5" title={title}>
            {title}
          </h2>
          {object && shown?.resource && shown.resource !== METRICS && (
            <p className="truncate text-ink-soft text-xs">{object.str}</p>
          )}
        </div>
        {!bare && (
          <span data-no-print data-no-picture className="-mt-0.5 -mr-1.5 flex shrink-0">
            {onEdit && (
              <Button
                look="quiet"
                size="sm"
                icon={<Pencil size={14} />}
                label={t('dashboard.change', { name: title })}
                onClick={onEdit}
              />
            )}
            {onRemove && (
              <Button
                look="quiet"
                size="sm"
                icon={<Trash2 size={14} />}
                label={t('common.remove', { name: title })}
                onClick={onRemove}
              />
            )}
            {!onEdit && canTable && (
              <Menu
                items={[
                  canTable && {
                    label: t(table ? 'dashboard.asChart' : 'dashboard.asTable'),
                    icon: table ? <ChartNoAxesColumn /> : <Table2 />,
                    run: () => setTable(!table),
                  },
                ]}
              >
                <Button
                  look="quiet"
                  size="sm"
                  icon={<Ellipsis size={15} />}
                  label={t('dashboard.menu', { name: title })}
                  className="lg:opacity-0 lg:focus-visible:opacity-100 lg:group-focus-within:opacity-100 lg:group-hover:opacity-100 lg:data-[state=open]:opacity-100"
                />
              </Menu>
            )}
            {object && shown?.resource && !onEdit && (
              <Link
                to={to.item(shown.resource, object.id)}
                aria-label={t('dashboard.open', { name: object.str })}
                title={t('dashboard.open', { name: object.str })}
                className="grid size-7 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink lg:opacity-0 lg:focus-visible:opacity-100 lg:group-focus-within:opacity-100 lg:group-hover:opacity-100"
              >
                <SquareArrowOutUpRight size={14} aria-hidden />
              </Link>
            )}
          </span>
        )}
      </header>
      <div className="mt-1.5 min-h-0 grow">
        <CatchErrors fallback={(problem, again) => <Problem error={problem} retry={again} />}>
          {shown ? (
            <Body shown={shown} legend={widget.show_legend} table={table} />
          ) : error ? (
            <Problem error={error} retry={retry} />
          ) : (
            <div role="status" className="size-full">
              <span className="sr-only">{t('common.loading')}</span>
              <Skeleton className="size-full rounded-md" />
            </div>
          )}
        </CatchErrors>
      </div>
    </section>
  )
}

function Body({ shown, legend, table }: { shown: Shown; legend: boolean; table: boolean }) {
  const { t } = useTranslation()
  const domain = useDomain()
  switch (shown.state) {
    case 'empty':
      return (
        <Nothing icon={<ChartNoAxesColumn />}>
          {t(shown.kind === 'builtin' ? 'dashboard.nothing' : 'dashboard.empty')}{' '}
          {shown.resource === METRICS && shown.object && (
            <Link
              to={to.item(METRICS, shown.object.id)}
              className="text-accent-text underline underline-offset-3"
            >
              {t('dashboard.enterValue')}
            </Link>
          )}
        </Nothing>
      )
    case 'hidden':
      return <Nothing icon={<EyeOff />}>{t('dashboard.hidden')}</Nothing>
    case 'outside_filter':
      return <Nothing icon={<Ban />}>{t('dashboard.outside', { domain: domain?.name ?? '' })}</Nothing>
    default:
      return <Chart shown={shown} legend={legend} table={table} />
  }
}

function Nothing({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="grid size-full place-content-center place-items-center gap-1.5 overflow-hidden text-center text-ink-soft text-sm">
      <span aria-hidden className="text-ink-faint [&_svg]:size-4.5">
        {icon}
      </span>
      <p className="text-pretty">{children}</p>
    </div>
  )
}

function Problem({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className="grid size-full place-content-center place-items-center gap-2 overflow-y-auto text-center text-sm"
    >
      <p className="text-pretty text-bad">{error.message}</p>
      <Button size="sm" onClick={retry}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
