/** Comments on an object. */
import { type Incoming, type Ref, type Resource, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'

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
}

const MOST = 500

export function commentsQuery(conversation: Incoming, id: string) {
  const params = { [conversation.field]: id, ordering: 'created_at' }
  return pageQuery<Comment>(conversation.resource, params, 0, MOST)
}

/** The conversation resource for objects of a resource, if they can be commented on. */
export function useConversation(resource: Resource): Conversation | undefined {
  const model = useModel()
  const incoming = resource.incoming.find(one => model.resources[one.resource]?.conversation)
  const other = incoming && model.resources[incoming.resource]
  return incoming && other && { resource: other, incoming }
}
