import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import frModel from './fr.model.json'
import { labels } from './labels'

beforeAll(async () => {
  await i18next.init({ lng: 'fr', resources: { fr: { model: frModel } }, initAsync: false })
})

test('a built-in role has its French name, also as the group of a domain', () => {
  expect(labels.known('roles', 'Domain manager')).toBe('Responsable de domaine')
  expect(labels.known('user-groups', 'Cards - payments - Analyst')).toBe('Cards - payments - Analyste')
})

test('what people have named keeps its name', () => {
  expect(labels.known('roles', 'Night shift')).toBe('Night shift')
  expect(labels.known('user-groups', 'Analyst - night')).toBe('Analyst - night')
  expect(labels.known('assets', 'Vault - Analyst')).toBe('Vault - Analyst')
})
