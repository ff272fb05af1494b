import { addressRoutes } from '../domain/accounts/addresses/routes.ts'
import { apiClientRoutes } from '../domain/accounts/api-clients/routes.ts'
import { createLoginGuard } from '../domain/accounts/login/login-guard.ts'
import { accountRoutes } from '../domain/accounts/login/routes.ts'
import { oauthRoutes } from '../domain/accounts/oauth/routes.ts'
import { secondFactorRoutes } from '../domain/accounts/second-factors/routes.ts'
import { accountSecurityRoutes } from '../domain/accounts/security/routes.ts'
import { alternateRoutes } from '../domain/alternates/routes.ts'
import { annotationRoutes } from '../domain/annotations/routes.ts'
import { bounceRoutes } from '../domain/bounces/routes.ts'
import { bulkRoutes } from '../domain/bulk/routes.ts'
import { cancellationRoutes } from '../domain/cancellation/routes.ts'
import { cardSigningRoutes } from '../domain/card-signing/routes.ts'
import { contactRoutes } from '../domain/contacts/routes.ts'
import { deadlineRoutes } from '../domain/deadlines/routes.ts'
import { documentRoutes } from '../domain/documents/routes.ts'
import { embeddingRoutes } from '../domain/embedding/routes.ts'
import { evidenceRoutes } from '../domain/evidence/routes.ts'
import { fieldRoutes } from '../domain/fields/routes.ts'
import { filingRoutes } from '../domain/filing/routes.ts'
import { firstPageRoutes } from '../domain/first-pages/routes.ts'
import { formFieldRoutes } from '../domain/form-fields/routes.ts'
import { formFillingRoutes } from '../domain/form-filling/routes.ts'
import { fvaRoutes } from '../domain/fva/routes.ts'
import { guestAnswerRoutes } from '../domain/guest-answers/routes.ts'
import { inboxRoutes } from '../domain/inbox/routes.ts'
import { invitationRoutes } from '../domain/invitations/routes.ts'
import { pagePictureRoutes } from '../domain/page-pictures/routes.ts'
import { participationRoutes } from '../domain/participation/routes.ts'
import { personalDataRoutes } from '../domain/personal-data/routes.ts'
import { pkiRoutes } from '../domain/pki/routes.ts'
import { linkSessionRoutes } from '../domain/public-link-sessions/routes.ts'
import { questionRoutes } from '../domain/questions/routes.ts'
import { reminderRoutes } from '../domain/reminders/routes.ts'
import { returnedCopyRoutes } from '../domain/returned-copy/routes.ts'
import { sealLogRoutes } from '../domain/seal-log/routes.ts'
import { sealingRoutes } from '../domain/sealing/routes.ts'
import { sendingRoutes } from '../domain/sendings/routes.ts'
import { signingRoutes } from '../domain/signing/routes.ts'
import { signingModeRoutes } from '../domain/signing-mode/routes.ts'
import { signingOrderRoutes } from '../domain/signing-order/routes.ts'
import { templateRoutes } from '../domain/templates/routes.ts'
import { uploadRoutes } from '../domain/uploads/routes.ts'
import { verificationRoutes } from '../domain/verification/routes.ts'
import { webhookRoutes } from '../domain/webhooks/routes.ts'
import { reportGuessing } from '../operations/admin-events/report-limits.ts'
import type { RouteServices } from '../platform/http/route.ts'
import type { ApiServices } from '../platform/services.ts'
import { eventRoutes } from './event-routes.ts'

/** People who take part besides the signers of fields, and what they say to each other. */
const registerPeople = (api: RouteServices, services: ApiServices): void => {
  alternateRoutes(api, services)
  participationRoutes(api, services)
  questionRoutes(api, services)
  inboxRoutes(api, services)
}

const registerSigning = (api: RouteServices, services: ApiServices): void => {
  signingModeRoutes(api, services)
  signingOrderRoutes(api, services)
  signingRoutes(api, services)
  sendingRoutes(api, services)
}

const pictureRoutes = (api: RouteServices, services: ApiServices): void => {
  firstPageRoutes(api, services)
  pagePictureRoutes(api, services)
}

export const registerRoutes = (api: RouteServices, services: ApiServices): void => {
  const loginGuard = reportGuessing(createLoginGuard(api.limiter, services), services)
  accountRoutes(api, services, loginGuard)
  accountSecurityRoutes(api, services)
  addressRoutes(api, services)
  secondFactorRoutes(api, services)
  apiClientRoutes(api, services)
  embeddingRoutes(api, services)
  personalDataRoutes(api, services)
  oauthRoutes(api, services, loginGuard)
  uploadRoutes(api, services)
  documentRoutes(api, services)
  pictureRoutes(api, services)
  filingRoutes(api, services)
  annotationRoutes(api, services)
  eventRoutes(api, services)
  fieldRoutes(api, services)
  formFieldRoutes(api, services)
  formFillingRoutes(api, services)
  evidenceRoutes(api, services)
  invitationRoutes(api, services)
  guestAnswerRoutes(api, services)
  registerPeople(api, services)
  reminderRoutes(api, services)
  cancellationRoutes(api, services)
  deadlineRoutes(api, services)
  contactRoutes(api, services)
  linkSessionRoutes(api, services)
  registerSigning(api, services)
  templateRoutes(api, services)
  bulkRoutes(api, services)
  cardSigningRoutes(api, services)
  fvaRoutes(api, services)
  returnedCopyRoutes(api, services)
  sealingRoutes(api, services)
  pkiRoutes(api, services)
  sealLogRoutes(api, services)
  bounceRoutes(api, services)
  verificationRoutes(api, services)
  webhookRoutes(api, services)
}
