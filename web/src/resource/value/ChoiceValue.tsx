/** One of the choices of a field: a level by its ramp, a priority by its mark, a state by its tone. */
import type { Choice, Field, Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { Badge } from '@/ui/Badge'
import { LevelBadge, LevelMark } from '@/ui/Level'
import { levelOf, priorityOf } from './level'
import { tone } from './tone'

export function ChoiceValue({
  resource,
  field,
  choice,
}: {
  resource: Resource
  field: Field
  choice: Choice
}) {
  const label = useLabels().choice(resource, field, choice)
  const level = levelOf(field, choice)
  if (level) return <LevelBadge level={level}>{label}</LevelBadge>
  const priority = priorityOf(field, choice)
  if (priority) {
    return (
      <span className="inline-flex items-center gap-1.5 align-middle">
        <LevelMark level={priority} />
        {label}
      </span>
    )
  }
  return <Badge tone={tone(choice.key, choice.label)}>{label}</Badge>
}
