/** Small trees for tests. */
import type { Told, Tree } from './tree'

export function told(ref: string, more: Partial<Told> = {}): Told {
  return {
    urn: `urn:test:${ref}`,
    parent_urn: null,
    ref_id: ref,
    name: `Name of ${ref}`,
    description: null,
    implementation_groups: null,
    assessable: true,
    selected: true,
    is_retired: false,
    ra_id: `ra-${ref}`,
    status: 'to_do',
    result: 'not_assessed',
    extended_result: null,
    is_scored: false,
    score: null,
    documentation_score: null,
    min_score: 0,
    max_score: 4,
    has_questions: false,
    controls: 0,
    evidences: 0,
    comments: 0,
    stale: false,
    children: {},
    ...more,
  }
}

export const heading = (ref: string, children: Tree): Told =>
  told(ref, { assessable: false, ra_id: null, result: null, children })

/** Two sections: A with A.1 and A.2, which has A.2.1; B with B.1. */
export function twoSections(): Tree {
  return {
    a: heading('A', {
      a1: told('A.1', { result: 'compliant', implementation_groups: ['low', 'high'] }),
      a2: told('A.2', {
        result: 'partially_compliant',
        stale: true,
        implementation_groups: ['high'],
        children: { a21: told('A.2.1', { implementation_groups: ['high'] }) },
      }),
    }),
    b: heading('B', { b1: told('B.1', { name: 'Backups', implementation_groups: ['low', 'high'] }) }),
  }
}
