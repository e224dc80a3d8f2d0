// Files go over the API in a form.
import assert from 'node:assert/strict'

export async function upload({ api, url }, path, name, content) {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  const cookie = api.cookies.map(one => `${one.name}=${one.value}`).join('; ')
  const csrf = api.cookies.find(one => one.name === 'cairn_csrf').value
  const headers = { cookie, 'x-csrf-token': csrf }
  const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body })
  assert.ok(answer.ok, await answer.clone().text())
  return answer.json()
}
