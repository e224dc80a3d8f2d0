import { expect, test } from 'vitest'
import type { Domain } from '@/api/domains'
import type { Assignment, Permission, Role } from './api'
import { grantsOfUser, reaches, rightsIn, withView } from './grants'

const ref = (id: string) => ({ id, str: id })
const domain = (uuid: string, children: Domain[] = []): Domain => ({
  uuid,
  name: uuid,
  content_type: 'DO',
  viewable: true,
  children,
})
const tree = domain('root', [domain('bank', [domain('cards')]), domain('shop')])
const assignment = (over: Partial<Assignment>): Assignment => ({
  id: 'a',
  name: 'a',
  user: null,
  user_group: null,
  role: ref('reader'),
  perimeter_folders: [ref('bank')],
  is_recursive: true,
  builtin: false,
  ...over,
})
const user = { id: 'ada', user_groups: [ref('team')] }

test('a person has what was given to them and to their groups', () => {
  const grants = grantsOfUser(user, [
    assignment({ id: '1', user: ref('ada') }),
    assignment({ id: '2', user_group: ref('team') }),
    assignment({ id: '3', user_group: ref('other') }),
    assignment({ id: '4', user: ref('bob') }),
  ])
  expect(grants.map(grant => [grant.id, grant.via?.id ?? null])).toEqual([
    ['1', null],
    ['2', 'team'],
  ])
})

test('a role reaches below only where it says so', () => {
  const [deep] = grantsOfUser(user, [assignment({ user: ref('ada') })])
  const [flat] = grantsOfUser(user, [assignment({ user: ref('ada'), is_recursive: false })])
  expect(['bank', 'cards', 'shop', 'root'].map(id => reaches(deep!, id, tree))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(['bank', 'cards'].map(id => reaches(flat!, id, tree))).toEqual([true, false])
})

test('rights in a domain say what gives them', () => {
  const roles = [{ id: 'reader', permissions: [ref('view_asset')] }] as unknown as Role[]
  const grants = grantsOfUser(user, [
    assignment({ user: ref('ada') }),
    assignment({ id: '2', user_group: ref('team') }),
  ])
  expect(rightsIn('cards', grants, roles, tree).get('view_asset')?.length).toBe(2)
  expect(rightsIn('shop', grants, roles, tree).size).toBe(0)
})

test('to change something one must see it', () => {
  const all = ['view', 'change', 'delete'].map(
    verb => ({ id: verb, codename: `${verb}_asset`, model: 'asset', name: verb }) as Permission,
  )
  expect([...withView(new Set(), new Set(['change']), all)].sort()).toEqual(['change', 'view'])
  expect([...withView(new Set(['view', 'change']), new Set(['change']), all)]).toEqual([])
})
