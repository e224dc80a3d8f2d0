/** A draft of a library: its page edits the content, so that the rest is what it says about itself. */
import type { Layout } from './layout'

export const drafts: Layout = {
  properties: ['packager', 'ref_id', 'locale', 'version', 'provider', 'publication_date'],
  without: ['content', 'objects_meta', 'has_unpublished_changes', 'identity_locked'],
}
