/** A questionnaire as screens: one for each requirement, in sections, with what is missing. */
import { orNothing, type Question } from '@/questions/api'
import type { Given } from '@/questions/saver'
import { visible } from '@/questions/visible'
import { counts, flatten, type Node, nameOf, type Tree } from '../audit/model/tree'

export interface Item {
  /** The row of the audit. */
  row: string
  node: Node
  section: string
  /** Its questions that are asked, and how many have an answer. */
  asked: number
  answered: number
  /** Whether the result follows from the answers. */
  decided: boolean
  /** Whether a result has to be chosen, because nothing is asked, and isn't yet. */
  lacksResult: boolean
}

export interface Section {
  name: string
  items: Item[]
}

export const isComplete = (item: Item) => item.answered === item.asked && !item.lacksResult

export interface Known {
  questions: (node: string) => Question[]
  given: (row: string, question: Question) => Given
  /** The result and score, with what is being saved. */
  result: (node: Node) => string | null
  score: (node: Node) => number | null
  /** Whether respondents choose results or scores in this audit. */
  choosesResult: boolean
}

/** The requirements of the assignment that are to be answered, in the order of the framework. */
export function itemsOf(tree: Tree, rows: ReadonlySet<string>, known: Known): Item[] {
  const nodes = flatten(tree)
  const byId = new Map(nodes.map(node => [node.id, node]))
  return nodes
    .filter(node => counts(node) && rows.has(node.ra_id ?? ''))
    .map(node => {
      const row = node.ra_id ?? ''
      const questions = known.questions(node.id)
      const told = (question: Question) => orNothing(known.given(row, question))
      const asked = visible(questions, told)
      const answered = asked.filter(one => told(one) !== null).length
      const decided = questions.some(one =>
        one.choices.some(choice => choice.compute_result !== null || choice.add_score !== null),
      )
      const isAssessed =
        (known.result(node) ?? 'not_assessed') !== 'not_assessed' || known.score(node) !== null
      return {
        row,
        node,
        section: sectionOf(node, byId),
        asked: asked.length,
        answered,
        decided,
        lacksResult: asked.length === 0 && !decided && known.choosesResult && !isAssessed,
      }
    })
}

/** The heading right above it, if that is assigned too. */
function sectionOf(node: Node, byId: Map<string, Node>): string {
  const above = node.parent ? byId.get(node.parent) : undefined
  return above ? nameOf(above) : ''
}

export function sectionsOf(items: Item[]): Section[] {
  const sections: Section[] = []
  for (const item of items) {
    const last = sections.at(-1)
    if (last && last.name === item.section) last.items.push(item)
    else sections.push({ name: item.section, items: [item] })
  }
  return sections
}
