import { newRequestKey } from 'shared/http'
import { roleEmail } from 'shared/http/deferred'

const DOMAIN = roleEmail('')

export const isRole = (email: string): boolean => email.endsWith(DOMAIN)

export const newRoleEmail = (): string => roleEmail(`rol-${newRequestKey()}`)
