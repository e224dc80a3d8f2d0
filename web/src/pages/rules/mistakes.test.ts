import { describe, expect, it } from 'vitest'
import { marked, placed } from './mistakes'

const source = 'object.statu == "active" &&\nobject.owner.size( == 0'

describe('a mistake', () => {
  it('is at its line and column, in either language', () => {
    for (const message of ['Line 2, column 20: unexpected', 'Ligne 2, colonne 20 : inattendu']) {
      const [mistake] = placed([message], source)
      expect(mistake?.line).toBe(2)
      expect(source.slice(mistake?.from, mistake?.to)).toBe('=')
    }
  })
  it('at the end of a line marks the last letter', () => {
    const [mistake] = placed(['Line 1, column 99: unexpected end'], source)
    expect(source.slice(mistake?.from, mistake?.to)).toBe('&')
  })
  it('is at the word that it names', () => {
    const [field, choice] = placed(['“statu” is not a field.', '« active » n’est pas un choix.'], source)
    expect([field?.line, source.slice(field?.from, field?.to)]).toEqual([1, 'statu'])
    expect(source.slice(choice?.from, choice?.to)).toBe('active')
  })
  it('without a place is only told', () => {
    const messages = ['The expression is too long.', '“colour” is gone.', 'Line 9, column 1: lost']
    expect(placed(messages, source)).toEqual(messages.map(message => ({ message })))
  })
})

describe('the source', () => {
  it('is whole when its parts are put together, and marks each place once', () => {
    const mistakes = placed(['“statu” is not a field.', 'Line 1, column 8: no', '“owner” neither.'], source)
    const parts = marked(source, mistakes)
    expect(parts.map(part => part.text).join('')).toBe(source)
    expect(parts.filter(part => part.isWrong).map(part => part.text)).toEqual(['statu', 'owner'])
    expect(marked(source, [])).toEqual([{ text: source, isWrong: false }])
  })
})
