/** Setting the fields of an object, so that what someone else wrote in them is not overwritten. */
import { useDrafting } from './drafting'
import {
  type Content,
  changeFramework,
  type DraftFramework,
  type Fields,
  type ListKind,
  setNode,
  setThing,
  withFields,
} from './model/content'

export type SetField = (field: string, value: unknown, seen?: unknown) => void

const frameworkIn = (content: Content, urn: string) => content.frameworks?.find(one => one.urn === urn)

function useSetField(
  name: string,
  find: (content: Content) => Fields | undefined,
  put: (content: Content, fields: Fields) => Content,
): SetField {
  const { edit } = useDrafting()
  return (field, value, seen) =>
    edit({
      name,
      mine: typeof value === 'string' ? value : undefined,
      run: content => put(content, { [field]: value }),
      replaces: content => find(content)?.[field],
      ...(seen !== undefined && { seen: seen || null }),
    })
}

export const useNodeField = (framework: string, urn: string, name: string): SetField =>
  useSetField(
    name,
    content => frameworkIn(content, framework)?.requirement_nodes?.find(node => node.urn === urn),
    (content, fields) => setNode(content, framework, urn, fields),
  )

export const useFrameworkField = (framework: DraftFramework): SetField =>
  useSetField(
    framework.name ?? '',
    content => frameworkIn(content, framework.urn),
    (content, fields) => changeFramework(content, framework.urn, one => withFields(one, fields)),
  )

export const useThingField = (kind: ListKind, urn: string, name: string): SetField =>
  useSetField(
    name,
    content => content[kind]?.find(one => one.urn === urn),
    (content, fields) => setThing(content, kind, urn, fields),
  )

/** A part of a framework that spans several fields, such as a group and the requirements in it. */
export function useFrameworkChange(framework: DraftFramework) {
  const { edit } = useDrafting()
  return (field: keyof DraftFramework & string, run: (now: DraftFramework) => DraftFramework) =>
    edit({
      name: framework.name ?? '',
      run: content => changeFramework(content, framework.urn, run),
      replaces: content => frameworkIn(content, framework.urn)?.[field],
    })
}
