/**
 * Builds `src/first.js`, the script that runs before all others. It is no module, so it is not bundled: it gets a name by
 * its content, as the others do, and the scripts of each page by address, so that they are on their way while the
 * interface is still being read. Which scripts those are is read from `pages/index.ts`.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import type { Plugin, Rolldown } from 'vite'

const FIRST = '/src/first.js'
const ROOT = dirname(fileURLToPath(import.meta.url))
const inSource = (path: string) => join(ROOT, 'src', path)
const PAGES = inSource('pages/index.ts')
const WORDS = inSource('i18n/parts/')
const ID = '[0-9a-f-]{36}'
/** Where the table of scripts goes. */
const PLACE = /\/\* scripts \*\/ (\{.*?\})/

/** What a page, or something on it, is made of: modules, and parts of the words. */
export interface Made {
  /** A regular expression that the path matches. */
  path: string
  modules: string[]
  words: string[]
}

const escaped = (path: string) => path.replaceAll(/[.*+?^{}()|[\]\\]/g, '\\$&')
const address = (path: string) => `^${escaped(path).replaceAll(/\$\w*/g, ID)}$`

/** The pages made by hand in `pages/index.ts`, and what it adds to the generic ones. */
export function readPages(text: string, file = PAGES): { pages: Made[]; parts: Made[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, ts.Expression>()
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (initializer) constants.set(name.getText(), initializer)
  }
  const read = (path: string, nodes: ts.Node[]): Made[] => {
    const made = { path: address(path), modules: new Set<string>(), words: new Set<string>() }
    const look = (node: ts.Node) => {
      if (ts.isCallExpression(node)) {
        const [given] = node.arguments
        const isText = given && ts.isStringLiteral(given)
        if (node.expression.kind === ts.SyntaxKind.ImportKeyword && isText)
          made.modules.add(resolve(dirname(file), given.text))
        if (node.expression.getText() === 'withWords' && isText) made.words.add(given.text)
      }
      // What is said once for several pages.
      if (ts.isIdentifier(node) && !ts.isPropertyAssignment(node.parent)) {
        const meant = constants.get(node.text)
        if (meant && node.text !== 'overrides' && node.text !== 'pages') look(meant)
      }
      ts.forEachChild(node, look)
    }
    for (const node of nodes) look(node)
    return made.modules.size > 0
      ? [{ path: made.path, modules: [...made.modules], words: [...made.words] }]
      : []
  }
  const list = constants.get('pages') as ts.ArrayLiteralExpression
  const pages = (list.elements as ts.NodeArray<ts.ObjectLiteralExpression>).flatMap(page => {
    const path = partOf(page, 'path')
    const loaded = partOf(page, 'load')
    return path && loaded && ts.isStringLiteral(path) ? read(path.text, [loaded]) : []
  })
  const generic = constants.get('overrides') as ts.ObjectLiteralExpression
  const parts = generic.properties.flatMap(property => {
    if (!ts.isPropertyAssignment(property)) return []
    const path = (property.name as ts.StringLiteral | ts.Identifier).text
    const own = property.initializer as ts.ObjectLiteralExpression
    const some = (names: string[]) => names.flatMap(name => partOf(own, name) ?? [])
    return [
      ...read(`/${path}`, some(['extra', 'face'])),
      ...read(`/${path}/$id`, some(['above', 'below', 'after'])),
    ]
  })
  return { pages, parts }
}

function partOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = object.properties.find(one => one.name?.getText() === name)
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
}

/** Pages that any resource has. */
const GENERIC: Made[] = [
  { path: `/${ID}$`, modules: [inSource('resource/detail/DetailPage')], words: [] },
  { path: '/(?:new|edit)$', modules: [inSource('resource/form/FormPage')], words: [] },
  { path: '/import$', modules: [inSource('resource/import/ImportPage')], words: ['import'] },
]

/** All scripts, and for each page or part of one the positions of its own: in any language, and in French. */
function table(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter(one => one.type === 'chunk')
  const byModule = new Map<string, string>()
  for (const chunk of chunks) for (const id of chunk.moduleIds) byModule.set(id, chunk.fileName)
  for (const chunk of chunks) if (chunk.facadeModuleId) byModule.set(chunk.facadeModuleId, chunk.fileName)
  const follow = (names: string[], seen = new Set<string>()) => {
    for (const name of names) {
      const chunk = bundle[name]
      if (seen.has(name) || chunk?.type !== 'chunk') continue
      seen.add(name)
      follow(chunk.imports, seen)
    }
    return seen
  }
  // What the page itself names is loaded anyway.
  const start = follow(chunks.filter(chunk => chunk.isEntry).map(chunk => chunk.fileName))
  const names: string[] = []
  const position = (name: string) => {
    if (!names.includes(name)) names.push(name)
    return names.indexOf(name)
  }
  const filesOf = (modules: string[]) => {
    const own = modules.map(module => {
      const [name] = ['', '.tsx', '.ts'].flatMap(end => byModule.get(module + end) ?? [])
      if (!name) throw new Error(`${module} is in no script.`)
      return name
    })
    return [...follow(own)].filter(name => !start.has(name)).map(position)
  }
  const inLanguage = (words: string[], language: string) =>
    filesOf(words.map(part => `${WORDS}${part}.${language}.json`))
  // Whatever is not translated is shown in English.
  const row = ({ path, modules, words }: Made) => [
    path,
    [...filesOf(modules), ...inLanguage(words, 'en')],
    inLanguage(words, 'fr'),
  ]
  const read = readPages(readFileSync(PAGES, 'utf8'))
  const pages = read.pages.map(row)
  const parts = [...read.parts, ...GENERIC].map(row)
  const french = filesOf(['fr.json', 'fr.model.json'].map(name => inSource(`i18n/${name}`)))
  return { names: names.map(name => name.replace(/^static\//, '')), pages, parts, french }
}

/** The font that every text needs: found in the styles, it would come after the first paint, and move what is shown. */
const FONT = /inter-latin-wght-normal-[\w-]+\.woff2$/

export function first(): Plugin {
  let file = ''
  let font = ''
  return {
    name: 'first',
    apply: 'build',
    generateBundle(_, bundle) {
      const source = readFileSync(join(ROOT, FIRST), 'utf8')
      if (!PLACE.test(source)) this.error('first.js has no place for the scripts of pages.')
      const text = source.replace(PLACE, () => JSON.stringify(table(bundle)))
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
      file = `static/first-${hash}.js`
      this.emitFile({ type: 'asset', fileName: file, source: text })
      font = Object.keys(bundle).find(name => FONT.test(name)) ?? this.error('There is no font.')
    },
    transformIndexHtml: {
      order: 'post',
      handler: html => ({
        html: html.replace(FIRST, `/${file}`),
        tags: [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true },
          },
        ],
      }),
    },
  }
}
