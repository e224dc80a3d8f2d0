/** Audits for tests: the libraries that ship with Cairn, loaded, and audits of their frameworks. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'

export function audits({ api, url }) {
  /** Files go over the API in a form. */
  async function upload(path, name, content, type = 'application/octet-stream', more = {}) {
    const body = new FormData()
    body.append('file', new Blob([content], { type }), name)
    for (const [key, value] of Object.entries(more)) body.append(key, value)
    const cookie = api.cookies.map(one => `${one.name}=${one.value}`).join('; ')
    const csrf = api.cookies.find(one => one.name === 'cairn_csrf').value
    const headers = { cookie, 'x-csrf-token': csrf }
    const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body })
    assert.ok(answer.ok, await answer.clone().text())
    return answer.json()
  }
  /** Loads a library, unless that was done before, and gives its framework. */
  async function frameworkOf(content, name) {
    const { id, urn } = await upload('stored-libraries/upload/', name, content)
    const { is_loaded } = await api.get(`stored-libraries/${id}/`)
    if (!is_loaded) await api.post(`stored-libraries/${id}/import/`, {})
    const { results } = await api.get('frameworks/?fields=id,urn,name,library')
    return results.find(one => one.library.urn === urn)
  }
  const shipped = async name =>
    frameworkOf(
      await readFile(new URL(`../../../../libraries/${name}.yaml`, import.meta.url)),
      `${name}.yaml`,
    )
  const folderNamed = async name => (await api.get('folders/')).results.find(one => one.name === name)
  const rowsOf = async audit =>
    (await api.get(`requirement-assessments/?compliance_assessment=${audit.id}&limit=2000&ordering=order_id`))
      .results
  const assessable = async audit => (await rowsOf(audit)).filter(row => row.requirement.assessable)
  return { upload, frameworkOf, shipped, folderNamed, rowsOf, assessable }
}
