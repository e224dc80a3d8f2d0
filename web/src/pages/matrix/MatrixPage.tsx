import type { DetailProps } from '../index'
import { MatrixGrid } from './MatrixGrid'
import type { MatrixDefinition } from './matrix'

/** On the page of a risk matrix: the matrix. */
export default function MatrixPage({ row }: DetailProps) {
  const matrix = row.json_definition as MatrixDefinition | null
  return matrix && <MatrixGrid name={String(row.name)} matrix={matrix} />
}
