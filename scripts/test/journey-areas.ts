const annotations = [
  'mf-signing/src/annotations',
  'api/src/annotations',
  'pdf/src/annotate',
  'shared/src/contract/annotations.ts',
]
const guest = [
  'mf-signing/src/guest',
  'mf-signing/src/signing-flow',
  'mf-signing/src/agent',
  'mf-signing/src/signature-dialog',
  'mf-signing/src/signing',
  'api/src/invitations',
  'api/src/agent-sessions',
  'api/src/signing',
  'pdf/src/sign',
  'pdf/src/write',
]
const viewer = ['mf-signing/src/viewer', 'mf-signing/src/geometry', 'mf-signing/src/ui']
const upload = [
  'mf-documents/src/upload',
  'api/src/files',
  'api/src/screening',
  'api/src/rewrite',
  'pdf/src/screen',
  'pdf/src/repair',
]

/**
 * `npm test -- --changed` selects journeys by these
 * areas. A test checks them against the folders.
 */
export const areas: Readonly<Record<string, readonly string[]>> = {
  accessibility: ['shared/src/ui', 'shared/src/controls', 'shell/src/home', 'shell/src/not-found'],
  account: ['mf-auth/src', 'api/src/accounts', 'api/src/oauth', 'shared/src/state', 'shared/src/http/accounts.ts'],
  'account-security': [
    'mf-auth/src/security',
    'mf-auth/src/second-step',
    'mf-auth/src/passkeys',
    'mf-auth/src/email-link',
    'api/src/account-security',
    'api/src/second-factors',
  ],
  'after-log-out': ['shared/src/state', 'shell/src/session', 'api/src/files/download.ts'],
  'annotations-comments': annotations,
  'annotations-editing': annotations,
  'annotations-fields': annotations,
  'annotations-geometry': annotations,
  'annotations-images': annotations,
  'annotations-saved': annotations,
  'annotations-saving': annotations,
  'annotations-screens': annotations,
  'annotations-signature': annotations,
  'annotations-touch': annotations,
  'annotations-upgrade': [...annotations, 'shell/server/pdfjs.ts'],
  bench: ['e2e/bench', 'mf-signing/src/viewer'],
  chaos: ['shell/src/remotes', 'shell/server/registry', 'shared/src/remote'],
  'content-security': [
    'shell/server/content-security-policy.ts',
    'shell/server/security-headers.ts',
    'shell/src/bootstrap.tsx',
  ],
  documents: ['mf-documents/src/list', 'mf-documents/src/dashboard', 'api/src/files', 'api/src/live'],
  'editor-delivery': ['mf-signing/src/editor', 'api/src/mail'],
  'editor-touch': ['mf-signing/src/editor'],
  editor: ['mf-signing/src/editor', 'mf-signing/src/fields', 'api/src/fields'],
  evidence: ['api/src/evidence', 'api/src/audit', 'shared/src/evidence', 'pdf/src/text'],
  firmador: ['mf-signing/src/agent', 'api/src/signing/card'],
  'guest-invitation': [...guest, ...viewer],
  'guest-links': ['mf-signing/src/guest', 'api/src/invitations'],
  'guest-public-links': [...guest, 'api/src/agent-sessions'],
  'guest-trouble': guest,
  'guest-weight': ['mf-signing/src/guest', 'shared/build', 'shell/src/bootstrap.tsx', 'shell/src/shared-scope.ts'],
  'invitation-answers': ['api/src/invitations', 'mf-signing/src/guest', 'api/src/mail'],
  'load-shedding': ['api/src/load', 'shared/src/http'],
  'many-signers': ['api/src/signing-order', 'api/src/sealing', 'mf-signing/src/editor', ...guest],
  'owner-signs': [
    'mf-signing/src/editor/owner-signing',
    'api/src/signing',
    'mf-signing/src/signing-flow',
    'mf-signing/src/signing',
  ],
  'personal-data': [
    'mf-auth/src/personal-data',
    'mf-auth/src/privacy',
    'api/src/personal-data',
    'mf-documents/src/list/RetentionNote.tsx',
  ],
  pictures: ['mf-signing/src/page-picture'],
  refusals: ['mf-documents/src/upload', 'mf-signing/src/guest', 'api/src/http'],
  prerender: [
    'mf-signing/src/prerender',
    'mf-signing/src/guest/GuestPage.module.css',
    'shell/server/prerender',
    'shell/server/pages.ts',
    'shared/build/prerender',
  ],
  release: ['scripts/release', 'shell/server/registry', 'shell/server/site.ts', 'shell/server/files.ts'],
  'remote-tools': ['shell/src/tools', 'shell/src/remotes', 'scripts/dev-in-shell.ts'],
  shell: ['shell/src', 'shared/src/router', 'shared/src/ui', 'shell/server/site.ts', 'shell/server/proxy.ts'],
  'sign-a-document': [
    'api/src/signing',
    'api/src/files',
    'api/src/fields',
    'api/src/invitations',
    'api/src/storage',
    'api/src/database',
    'mf-signing/src/app.tsx',
    'mf-documents/src/app.tsx',
  ],
  standalone: [
    'shared/src/harness',
    'mf-auth/src/standalone.tsx',
    'mf-documents/src/standalone.tsx',
    'mf-signing/src/standalone.tsx',
  ],
  thumbnails: ['mf-documents/src/thumbnails', 'mf-signing/src/page-picture', 'shared/src/state/thumbnail-caches.ts'],
  'upload-failures': upload,
  upload: upload,
  'url-generator': ['mf-signing/src/url-generator', 'api/src/files/share-document.ts', 'api/src/agent-sessions'],
  verify: ['mf-signing/src/verify', 'api/src/verification', 'pdf/src'],
  'viewer-documents': viewer,
  viewer: viewer,
}

/** Keyed by spec file. */
export const areasByFile: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(areas).map(([name, paths]) => [`e2e/journeys/${name}.spec.ts`, paths]),
)
