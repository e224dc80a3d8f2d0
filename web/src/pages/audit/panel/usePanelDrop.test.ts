import { expect, test } from 'vitest'
import { recordsIn } from './usePanelDrop'

const ID = '019cdc1f-fcfb-7a35-91b2-53be1be5f7fe'

test('links to controls and evidence of this server are taken, others are not', () => {
  const here = 'https://grc.example'
  expect(recordsIn(`${here}/applied-controls/${ID}?tab=x\r\n${here}/evidences/${ID}`, here)).toEqual([
    { field: 'applied_controls', id: ID },
    { field: 'evidences', id: ID },
  ])
  expect(recordsIn(`https://elsewhere.example/evidences/${ID}`, here)).toEqual([])
  expect(recordsIn(`${here}.evil.example/evidences/${ID}`, here)).toEqual([])
  expect(recordsIn(`${here}/assets/${ID} ${here}/evidences/new ${here}/constructor/${ID}`, here)).toEqual([])
})
