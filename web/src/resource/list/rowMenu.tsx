import type { UseNavigateResult } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { ExternalLink, Link2, Pencil, SquareArrowOutUpRight, Star, Tag, Trash2 } from 'lucide-react'
import { type Resource, type Row, title } from '@/api/model'
import { atInstant } from '@/api/past'
import type { Labels } from '@/i18n/labels'
import type { usePins } from '@/shell/pins'
import type { Items } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { to } from '../address'
import { canEditInline, type InlineEdit } from './useInlineEdit'

interface Context {
  resource: Resource
  row: Row
  t: TFunction
  labels: Labels
  navigate: UseNavigateResult<string>
  inline: InlineEdit
  pins: Pick<ReturnType<typeof usePins>, 'isPinned' | 'toggle'>
  remove: () => void
}

/** What can be done with one row, on the right mouse button. */
export function rowMenu({ resource, row, t, labels, navigate, inline, pins, remove }: Context): Items {
  const address = to.item(resource.path, row.id)
  const choices = resource.fields.filter(field => field.kind === 'choice' && canEditInline(resource, field))
  return [
    {
      label: t('common.open'),
      icon: <SquareArrowOutUpRight />,
      hint: '↵',
      run: () => void navigate({ to: address }),
    },
    {
      label: t('common.openNewTab'),
      icon: <ExternalLink />,
      run: () => void window.open(atInstant(address), '_blank', 'noopener'),
    },
    resource.permissions.change &&
      !resource.read_only && {
        label: t('common.edit'),
        icon: <Pencil />,
        run: () => void navigate({ to: to.edit(resource.path, row.id) }),
      },
    ...choices.slice(0, 5).map(field => ({
      label: labels.field(resource, field),
      icon: <Tag />,
      items: (field.choices ?? []).map(choice => ({
        label: labels.choice(resource, field, choice),
        checked: row[field.name] === choice.key,
        run: () => inline.save(row, field, choice.key),
      })),
    })),
    null,
    {
      label: t(pins.isPinned(address) ? 'nav.unpin' : 'nav.pin'),
      icon: <Star />,
      run: () => pins.toggle(address, title(row, resource)),
    },
    {
      label: t('common.copyLink'),
      icon: <Link2 />,
      run: () =>
        void navigator.clipboard
          .writeText(window.location.origin + atInstant(address))
          .then(() => toast.good(t('common.copied'))),
    },
    resource.permissions.delete &&
      !resource.read_only && { label: t('common.delete'), icon: <Trash2 />, danger: true, run: remove },
  ]
}
