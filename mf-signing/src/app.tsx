import { lazy } from 'react'
import { REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'

// One chunk per screen: guests never load the editor.
const GuestPage = lazy(() => import(/* webpackChunkName: "guest" */ './guest/GuestPage.tsx'))
const DocumentEditor = lazy(() => import('./editor/DocumentEditor.tsx'))
const UrlGenerator = lazy(() => import('./url-generator/UrlGenerator.tsx'))
const VerifyPage = lazy(() => import('./verify/VerifyPage.tsx'))
const PagePicture = lazy(() => import('./page-picture/PagePicture.tsx'))

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
