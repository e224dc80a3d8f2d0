/** What can be checked before the server is asked; the server checks the rest. */
import type { TFunction } from 'i18next'
import type { Field } from '@/api/model'
import { isEmpty } from '../value/Value'

export function validate(field: Field, value: unknown, t: TFunction): string | true {
  if (isEmpty(value)) return field.required ? t('form.needed') : true
  if (typeof value === 'string') {
    if (field.max_length && [...value].length > field.max_length)
      return t('form.tooLong', { max: field.max_length })
    if (field.kind === 'url' && !/^https?:\/\/\S+$/i.test(value)) return t('form.notUrl')
    if (field.kind === 'email' && !/^\S+@\S+$/.test(value)) return t('form.notEmail')
  }
  if (field.kind === 'integer' || field.kind === 'decimal') {
    const number = Number(value)
    if (Number.isNaN(number)) return t('form.notNumber')
    if (field.min !== undefined && number < field.min) return t('form.tooSmall', { min: field.min })
    if (field.max !== undefined && number > field.max) return t('form.tooLarge', { max: field.max })
  }
  return true
}

/** Whether two values of a field are equal. Ids in a relation have no order. */
export function same(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => {
    if (value === undefined || value === '') return 'null'
    if (Array.isArray(value) && value.every(one => typeof one === 'string'))
      return JSON.stringify([...value].sort())
    return JSON.stringify(value)
  }
  return plain(a) === plain(b)
}
