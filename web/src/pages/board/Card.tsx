import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, SquareArrowOutUpRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type Key, type Resource, type Row, title } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { type Since, SinceLine } from '@/resource/past/useSince'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Menu } from '@/ui/Menu'

interface Props {
  resource: Resource
  row: Row
  /** The one card that the Tab key stops at; arrows lead to the others. */
  tabbable: boolean
  /** It was moved, and the server has not responded yet. */
  waiting: boolean
  dragged: Row | null
  onDrag?: (row: Row | null) => void
  onActive: (id: string) => void
  onKeyDown: (event: KeyboardEvent, row: Row) => void
  targets?: { key: Key; name: string }[]
  onMove: (row: Row, to: Key) => void
  face: (row: Row) => ReactNode
  edge?: (row: Row) => string | undefined
  /** What has happened to it since, while the past is viewed. */
  since: Since | undefined
}

export function Card(props: Props) {
  const { resource, row, tabbable, waiting, dragged, onDrag, targets, face } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [menu, setMenu] = useState(false)
  const name = title(row, resource)
  const edge = props.edge?.(row)
  return (
    <li
      data-card={row.id}
      draggable={!!onDrag}
      onDragStart={event => {
        event.dataTransfer.setData('text/plain', name)
        event.dataTransfer.effectAllowed = 'move'
        onDrag?.(row)
      }}
      onDragEnd={() => onDrag?.(null)}
      onFocus={() => props.onActive(row.id)}
      className={cn(
        'group relative shrink-0 overflow-hidden rounded-md border border-line bg-raised p-3 shadow-sm transition-[border-color,opacity] hover:border-line-strong has-[[data-title]:focus-visible]:border-focus has-[[data-title]:focus-visible]:ring-1 has-[[data-title]:focus-visible]:ring-focus',
        onDrag && 'lg:cursor-grab lg:active:cursor-grabbing',
        edge && 'pl-3.5',
        dragged?.id === row.id && 'opacity-40',
        waiting && 'opacity-75',
      )}
    >
      {edge && <span aria-hidden className={cn('absolute inset-y-0 left-0 w-1', edge)} />}
      <div className="flex items-start gap-1">
        <Link
          data-title
          to={to.item(resource.path, row.id)}
          tabIndex={tabbable ? 0 : -1}
          draggable={false}
          onKeyDown={event => {
            if (event.key !== 'm' || !targets) return props.onKeyDown(event, row)
            event.preventDefault()
            setMenu(true)
          }}
          aria-keyshortcuts={targets ? 'Shift+ArrowLeft Shift+ArrowRight M' : undefined}
          className="min-w-0 grow break-words font-medium outline-none after:absolute after:inset-0"
        >
          {name}
        </Link>
        {targets && (
          <Menu
            open={menu}
            onOpenChange={setMenu}
            items={[
              {
                label: t('common.open'),
                icon: <SquareArrowOutUpRight />,
                hint: '↵',
                run: () => void navigate({ to: to.item(resource.path, row.id) }),
              },
              {
                label: t('common.edit'),
                icon: <Pencil />,
                run: () => void navigate({ to: to.edit(resource.path, row.id) }),
              },
              null,
              ...targets.map(target => ({
                label: t('board.moveTo', { status: target.name }),
                checked: target.key === row.status,
                disabled: target.key === row.status,
                run: () => props.onMove(row, target.key),
              })),
            ]}
          >
            <Button
              look="quiet"
              size="sm"
              tabIndex={tabbable ? 0 : -1}
              icon={<Ellipsis size={15} />}
              label={t('board.moveCard', { name })}
              className="relative z-10 -mt-1 -mr-1.5 lg:opacity-0 lg:focus-visible:opacity-100 lg:group-focus-within:opacity-100 lg:group-hover:opacity-100 lg:data-[state=open]:opacity-100"
            />
          </Menu>
        )}
      </div>
      {face(row)}
      <SinceLine since={props.since} />
    </li>
  )
}
