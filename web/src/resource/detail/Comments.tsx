/** What people say about an object, one after the other, and a place to answer. */
import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Incoming, type Ref, type Resource, type Row, useModel } from '@/api/model'
import { pageQuery, useWrite } from '@/api/objects'
import { Empty, Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { CommentItem } from './CommentItem'
import { Composer } from './Composer'

/** Fields that every conversation has; the server says which resources are one. */
export interface Comment extends Row {
  body: string
  author: Ref | null
  is_active: boolean
  is_tainted: boolean
  created_at: string
}

export interface Conversation {
  resource: Resource
  incoming: Incoming
  count?: number
}

const MOST = 500

function commentsQuery(conversation: Incoming, id: string, size = MOST) {
  const params = { [conversation.field]: id, ordering: 'created_at' }
  return pageQuery<Comment>(conversation.resource, params, 0, size)
}

/** The conversation about objects of a resource, if they can be talked about. */
export function useConversation(resource: Resource, id: string): Conversation | undefined {
  const model = useModel()
  const incoming = resource.incoming.find(one => model.resources[one.resource]?.conversation)
  const count = useQuery({
    ...commentsQuery(incoming ?? { resource: '', field: '', label: '' }, id, 1),
    enabled: !!incoming,
  }).data?.count
  const other = incoming && model.resources[incoming.resource]
  return incoming && other && { resource: other, incoming, count }
}

export function Comments({ conversation, row }: { conversation: Conversation; row: Row }) {
  const { t } = useTranslation()
  const { resource, incoming } = conversation
  const comments = useQuery(commentsQuery(incoming, row.id))
  const write = useWrite(resource.path)
  if (comments.isPending) return <Loading />
  if (comments.error) return <Failed error={comments.error} retry={() => void comments.refetch()} />
  const { results } = comments.data
  const send = async (body: string) => {
    try {
      await write.mutateAsync({ values: { body, [incoming.field]: row.id } })
      return true
    } catch (error) {
      toast.bad(error)
      return false
    }
  }
  return (
    <div className="flex max-w-3xl flex-col gap-6 px-5 py-6 lg:px-8">
      {results.length === 0 ? (
        <Empty title={t('comments.empty')} icon={<MessageSquare />}>
          {resource.permissions.add && <p>{t('comments.emptyHelp')}</p>}
        </Empty>
      ) : (
        <ol aria-label={t('comments.title')} className="flex flex-col gap-4">
          {results.map(comment => (
            <CommentItem key={comment.id} resource={resource} comment={comment} />
          ))}
        </ol>
      )}
      {resource.permissions.add && (
        <Composer label={t('comments.write')} verb={t('comments.send')} onSend={send} />
      )}
    </div>
  )
}
