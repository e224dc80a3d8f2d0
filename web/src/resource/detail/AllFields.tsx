/** All fields of an object, for a hand-written page that shows the rest in its own way. */
import { useMemo } from 'react'
import { type Resource, type Row, useModel } from '@/api/model'
import { arrange } from './arrange'
import { Properties } from './Properties'
import { Prose } from './Prose'
import { Structures } from './Structures'

export function AllFields({ resource, row }: { resource: Resource; row: Row }) {
  const model = useModel()
  const arranged = useMemo(() => arrange(model, resource, {}), [model, resource])
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <Properties resource={resource} row={row} groups={arranged.properties} alone />
      {arranged.prose.map(field => (
        <Prose key={field.name} resource={resource} row={row} field={field} />
      ))}
      <Structures resource={resource} row={row} fields={arranged.structures} />
    </div>
  )
}
