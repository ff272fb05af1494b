import { REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'
import { lazyPart } from 'shared/remote'

// Guests never load the editor.
const GuestPage = lazyPart(() => import(/* webpackChunkName: "guest" */ './guest/GuestPage.tsx'))
const DocumentEditor = lazyPart(() => import('./editor/DocumentEditor.tsx'))
const UrlGenerator = lazyPart(() => import('./url-generator/UrlGenerator.tsx'))
const VerifyPage = lazyPart(() => import(/* webpackChunkName: "verify" */ './verify/VerifyPage.tsx'))
const PagePicture = lazyPart(() => import('./page-picture/PagePicture.tsx'))

export default {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_signing',
  routes: [
    { path: '/document', Component: GuestPage },
    { path: '/sign/field/:documentId/:documentName/:fieldId', Component: GuestPage },
    { path: '/sign/:documentId/:documentName', Component: GuestPage },
    { path: '/verify', Component: VerifyPage },
  ],
  slots: { 'document-editor': DocumentEditor, 'url-generator': UrlGenerator, 'page-picture': PagePicture },
} satisfies RemoteApp<'mf_signing'>
