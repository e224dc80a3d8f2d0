import { Check, Ellipsis, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Resource } from '@/api/model'
import { useRemove, useWrite } from '@/api/objects'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { cn } from '@/ui/cn'
import { Menu } from '@/ui/Menu'
import { Moment } from '@/ui/Moment'
import { toast } from '@/ui/Toast'
import { Composer } from './Composer'
import type { Comment } from './comments'

const Markdown = lazy(() => import('../value/Markdown'))

/** One comment: everyone who may change it can mark it as done, its author can edit and delete it. */
export function CommentItem({ resource, comment }: { resource: Resource; comment: Comment }) {
  const { t } = useTranslation()
  const user = useUser()
  const write = useWrite(resource.path)
  const remove = useRemove(resource.path)
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const name = comment.author?.str ?? t('comments.someone')
  const isOwn = comment.author?.id === user.id
  const { change, delete: mayDelete } = resource.permissions
  const set = async (values: Record<string, unknown>) => {
    try {
      await write.mutateAsync({ id: comment.id, values })
      return true
    } catch (error) {
      toast.bad(error)
      return false
    }
  }
  const save = async (body: string) => {
    const saved = await set({ body })
    if (saved) setEditing(false)
    return saved
  }
  return (
    <li className="flex gap-2.5 text-sm">
      <Avatar name={name} size="sm" faded={!comment.is_active} />
      <article aria-label={t('comments.by', { name })} className="min-w-0 grow">
        <header className="mb-1 flex min-h-7 items-center gap-x-2">
          <span className="min-w-0 truncate font-medium" title={name}>
            {name}
          </span>
          <span className="shrink-0 text-ink-soft text-sm">
            <Moment at={comment.created_at} />
          </span>
          {comment.is_tainted && <span className="text-ink-soft text-sm">{t('comments.edited')}</span>}
          {!comment.is_active && (
            <Badge tone="good">
              <Check size={12} aria-hidden /> {t('comments.done')}
            </Badge>
          )}
          <span data-no-print className="ml-auto flex shrink-0 items-center">
            {change && (
              <Button
                look="quiet"
                size="sm"
                disabled={write.isPending}
                icon={
                  comment.is_active ? <Check size={14} aria-hidden /> : <RotateCcw size={14} aria-hidden />
                }
                label={t(comment.is_active ? 'comments.markDone' : 'comments.reopen')}
                onClick={() => void set({ is_active: !comment.is_active })}
              />
            )}
            {isOwn && (change || mayDelete) && (
              <Menu
                items={[
                  change && { label: t('common.edit'), icon: <Pencil />, run: () => setEditing(true) },
                  mayDelete && {
                    label: t('common.delete'),
                    icon: <Trash2 />,
                    danger: true,
                    run: () => setRemoving(true),
                  },
                ]}
              >
                <Button look="quiet" size="sm" icon={<Ellipsis size={15} />} label={t('comments.more')} />
              </Menu>
            )}
          </span>
        </header>
        {editing ? (
          <Composer
            label={t('comments.change')}
            verb={t('common.save')}
            value={comment.body}
            onSend={save}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <div
            className={cn(
              'min-w-0 break-words rounded-lg border border-line px-3 py-2',
              comment.is_active ? 'bg-raised' : 'text-ink-soft',
            )}
          >
            <Suspense fallback={<p className="whitespace-pre-wrap">{comment.body}</p>}>
              <Markdown text={comment.body} />
            </Suspense>
          </div>
        )}
      </article>
      {removing && (
        <ConfirmDialog
          danger
          title={t('comments.deleteTitle')}
          verb={t('common.delete')}
          busy={remove.isPending}
          onClose={() => setRemoving(false)}
          onConfirm={() =>
            remove.mutate(comment.id, { onSuccess: () => setRemoving(false), onError: toast.bad })
          }
        >
          <p>{t('comments.deleteHelp')}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
