import { describe, expect, it } from 'vitest'
import { used, visited, weight } from './remembered'

const visit = (to: string) => ({ to, title: to })

describe('what is remembered', () => {
  it('has the last page first, and each once', () => {
    expect(visited([visit('/a'), visit('/b')], visit('/b')).map(one => one.to)).toEqual(['/b', '/a'])
    const many = Array.from({ length: 30 }, (_, at) => visit(`/${at}`))
    expect(visited(many, visit('/new'))).toHaveLength(12)
  })

  it('weighs what was used lately more than what was used often long ago', () => {
    const often = { times: 8, day: 100 }
    const lately = { times: 2, day: 121 }
    expect(weight(often, 100)).toBe(8)
    expect(weight(often, 121)).toBe(1)
    expect(weight(lately, 121)).toBe(2)
    expect(weight(undefined, 121)).toBe(0)
  })

  it('counts without end, and forgets what is used least', () => {
    let uses = used({}, 'often', 1)
    uses = used(uses, 'often', 2)
    expect(uses.often).toEqual({ times: 2, day: 2 })
    for (let at = 0; at < 100; at += 1) uses = used(uses, `once ${at}`, 2)
    expect(Object.keys(uses)).toHaveLength(80)
    expect(uses.often?.times).toBe(2)
  })
})
