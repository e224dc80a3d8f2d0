/** A perimeter: a part of a domain, and the reviews of it. */
import type { Layout } from './layout'

export const perimeters: Layout = {
  facts: ['lc_status', 'default_assignee'],
  lists: [
    {
      related: 'findings-assessments.perimeter',
      title: 'layouts.reviews.title',
      empty: 'layouts.perimeters.noReviews',
      show: ['status', 'due_date'],
    },
  ],
  properties: ['ref_id', 'folder'],
}
