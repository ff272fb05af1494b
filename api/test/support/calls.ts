import type { Call } from 'shared/contract'
import * as contract from 'shared/contract'
import * as accounts from 'shared/contract/accounts'
import * as alternates from 'shared/contract/alternates'
import * as annotations from 'shared/contract/annotations'
import * as bulk from 'shared/contract/bulk'
import * as evidence from 'shared/contract/evidence'
import * as firstPage from 'shared/contract/first-page'
import * as formFields from 'shared/contract/form-fields'
import * as fva from 'shared/contract/fva'
import * as inbox from 'shared/contract/inbox'
import * as ownProgram from 'shared/contract/own-program'
import * as pagePicture from 'shared/contract/page-picture'
import * as participants from 'shared/contract/participants'
import * as participation from 'shared/contract/participation'
import * as places from 'shared/contract/places'
import * as questions from 'shared/contract/questions'
import * as sealing from 'shared/contract/sealing'
import * as sendings from 'shared/contract/sendings'
import * as signingOrder from 'shared/contract/signing-order'
import * as tags from 'shared/contract/tags'
import * as templates from 'shared/contract/templates'
import * as unsubscribe from 'shared/contract/unsubscribe'
import * as verify from 'shared/contract/verify'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value

export const calls = [
  contract,
  accounts,
  annotations,
  bulk,
  evidence,
  firstPage,
  formFields,
  fva,
  ownProgram,
  pagePicture,
  places,
  alternates,
  inbox,
  participants,
  participation,
  questions,
  sealing,
  sendings,
  signingOrder,
  tags,
  templates,
  unsubscribe,
  verify,
].flatMap((part) => Object.values<unknown>(part).filter(isCall))
