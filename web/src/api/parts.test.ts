import { describe, expect, it } from 'vitest'
import type { Model, Resource } from './model'
import { inParts } from './parts'
import { readOnly } from './past'

const outline = {
  version: '1',
  edition: 'community',
  modules: [{ name: 'work', label: 'Work', icon: 'box', key: null, settings: false, resources: ['assets'] }],
  resources: {
    assets: {
      path: 'assets',
      name: 'Asset',
      module: 'work',
      permissions: { view: true, add: true, change: true, delete: true },
    } as Resource,
  },
} as Model

const fields = [{ name: 'name' }]
const actions = [{ method: 'GET' }, { method: 'POST' }]
const part = {
  ...outline,
  resources: { assets: { ...outline.resources.assets, fields, actions } },
} as unknown as Model

/** What reading throws. */
function thrown(read: () => unknown): unknown {
  try {
    read()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('the model in parts', () => {
  it('has names at once, and fields when their module is there', async () => {
    const asked: string[] = []
    const model = inParts(outline, async name => {
      asked.push(name)
      return part
    })
    const assets = model.resources.assets as Resource
    expect(assets.name).toBe('Asset')
    expect(asked).toEqual([])
    const waiting = thrown(() => assets.fields)
    expect(waiting).toBeInstanceOf(Promise)
    expect(thrown(() => assets.actions)).toBe(waiting)
    await waiting
    expect(assets.fields).toBe(fields)
    expect(asked).toEqual(['work'])
  })

  it('keeps waiting when it is looked at as of an instant', async () => {
    const model = inParts(outline, async () => part)
    const assets = readOnly(model).resources.assets as Resource
    expect(assets.permissions.add).toBe(false)
    await thrown(() => assets.fields)
    expect(assets.fields).toBe(fields)
    expect(assets.actions).toEqual([{ method: 'GET' }])
    expect({ ...assets }.name).toBe('Asset')
  })

  it('tells that a module did not come, and asks again', async () => {
    let broken = true
    const model = inParts(outline, async () => {
      if (broken) throw new Error('offline')
      return part
    })
    const assets = model.resources.assets as Resource
    await thrown(() => assets.fields)
    expect((thrown(() => assets.fields) as Error).message).toBe('offline')
    broken = false
    await thrown(() => assets.fields)
    expect(assets.fields).toBe(fields)
  })
})
