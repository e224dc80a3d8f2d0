/** What else can be done with an object: its actions, who sees it, copying, printing, deleting. */
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Eye, Link2, Pencil, Printer, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Resource, type Row, useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { type Item, Menu } from '@/ui/Menu'
import { Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import ActionDialog from '../ActionDialog'
import { actionsOf, WHO_CAN_SEE } from '../actions'
import { to } from '../address'
import { RemoveDialog } from '../RemoveDialog'
import { canTell } from './grants'

const WhoSees = lazy(withWords('insight', async () => ({ default: (await import('./WhoSees')).WhoSees })))

interface MoreProps {
  resource: Resource
  row: Row
  /** The form is offered here when a next step has its place. */
  edit: boolean
  /** On a phone there is room for one button only. */
  second?: { label: string; run: () => void }
  /** Actions that the page offers in its own way. */
  without?: string[]
  /** What only this page can do, before the actions. */
  own?: Item[]
}

export function MoreMenu({ resource, row, edit, second, without, own = [] }: MoreProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const navigate = useNavigate()
  const [removing, setRemoving] = useState(false)
  const [seeing, setSeeing] = useState(false)
  const [action, setAction] = useState<string | null>(null)
  const actions = actionsOf(resource, 'item').filter(one => !without?.includes(one.name))
  const chosen = actions.find(one => one.name === action)
  const mayRemove = resource.permissions.delete && !resource.read_only && row.builtin !== true
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(() => toast.good(t('common.copied')))
  return (
    <>
      <Menu
        items={[
          second &&
            window.matchMedia('(max-width: 639px)').matches && { label: second.label, run: second.run },
          edit && {
            label: t('common.edit'),
            icon: <Pencil />,
            run: () => void navigate({ to: to.edit(resource.path, row.id) }),
          },
          ...own,
          ...actions.map(one => ({
            label: labels.action(resource, one),
            run: () => setAction(one.name),
          })),
          (edit || actions.length + own.length > 0) && null,
          resource.actions.some(one => one.name === WHO_CAN_SEE) &&
            canTell(model, resource) && {
              label: t('detail.whoSees'),
              icon: <Eye />,
              run: () => setSeeing(true),
            },
          { label: t('common.copyLink'), icon: <Link2 />, run: () => copy(window.location.href) },
          { label: t('detail.copyId'), icon: <Copy />, run: () => copy(row.id) },
          { label: t('detail.print'), icon: <Printer />, run: () => window.print() },
          mayRemove && null,
          mayRemove && {
            label: t('common.delete'),
            icon: <Trash2 />,
            danger: true,
            run: () => setRemoving(true),
          },
        ]}
      >
        <Button icon={<Ellipsis size={17} />} label={t('common.more')} />
      </Menu>
      {seeing && (
        <Dialog open side="right" size="lg" title={t('detail.whoSees')} onClose={() => setSeeing(false)}>
          <Suspense fallback={<Loading />}>
            <WhoSees resource={resource} row={row} />
          </Suspense>
        </Dialog>
      )}
      {removing && (
        <RemoveDialog
          resource={resource}
          row={row}
          onClose={() => setRemoving(false)}
          onRemoved={() => void navigate({ to: to.list(resource.path) })}
        />
      )}
      {chosen && (
        <ActionDialog resource={resource} row={row} action={chosen} onClose={() => setAction(null)} />
      )}
    </>
  )
}
