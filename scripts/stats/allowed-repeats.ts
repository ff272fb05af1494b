/** Places as `findRepeats` names them → why they stay apart. An entry without a repeat fails the guard rail. */
export const ALLOWED_REPEATS: Readonly<Record<string, string>> = {
  'shared/src/host/signing/provide-shared.ts provideDeferred = shell/src/shared-scope.ts provideDeferred':
    'webpack reads the requests of import() from the text; scripts/contracts/hosts.test.ts keeps both lists equal',
  'api/src/domain/bulk/view-job.ts ownJob = api/src/domain/webhooks/endpoints.ts ownEndpoint':
    'queries of two tables with other columns: the compiler checks each',
  'api/src/domain/card-signing/card-requests.ts findCardRequest = api/src/domain/fva/fva-requests.ts findFvaRequest':
    'queries of two tables with other columns: the compiler checks each',
  'api/src/domain/accounts/login/routes.ts profileRoutes = api/src/domain/invitations/routes.ts ownerRoutes':
    'routes: each states its call, its rule and its use case',
  'api/src/domain/guest-answers/routes.ts guestRoutes = api/src/domain/reminders/routes.ts reminderRoutes':
    'routes: each states its call, its rule and its use case',
  'api/src/domain/form-fields/routes.ts formFieldRoutes = api/src/domain/sealing/routes.ts sealingRoutes':
    'routes: each states its call, its rule and its use case',
  'mf-auth/src/security/ConnectionsDialog.tsx readConnections = mf-auth/src/security/ConnectionsDialog.tsx readConnections':
    'two kinds of connections, each with its text and its call',
  'mf-auth/src/webhooks/WebhookBadges.tsx webhookMark = mf-auth/src/webhooks/WebhookBadges.tsx deliveryMark':
    'texts and colours of the states of two things',
  'mf-signing/src/fields/free-place.ts rectOverlapArea = shared/src/state/toast-place/free-place.ts boxOverlapArea':
    'one product of two overlaps; an export of shared would bind its releases to a remote',
  'shared/src/http/on-demand/guest-sendings.ts sign = shared/src/http/signing.ts sign = shared/src/http/signing.ts prepare = shared/src/http/signing.ts complete':
    'one line for each call, with the types of its contract',
}
