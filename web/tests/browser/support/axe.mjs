// Accessibility, as far as a machine can tell: no violation of WCAG 2.2 A and AA.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** The violations on a page, one line for each element. */
export async function violations(page, { within, rules } = {}) {
  // Not a script element: the security policy of the page would refuse it.
  if (!(await page.evaluate(() => !!window.axe))) await page.evaluate(source)
  return page.evaluate(
    async ([within, runOnly]) => {
      const options = {
        runOnly,
        ...(runOnly.type === 'tag' && { rules: { 'target-size': { enabled: true } } }),
        resultTypes: ['violations'],
      }
      const { violations } = await window.axe.run(within ?? document, options)
      return violations.flatMap(rule =>
        rule.nodes.map(node => {
          const why = [...node.any, ...node.all, ...node.none].map(check => check.message).join('; ')
          return `${rule.id}: ${node.target.join(' ')}: ${why}`
        }),
      )
    },
    [within, rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS }],
  )
}
