import { lazy } from 'react'
import { type mounts, REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'

// Each screen is its own chunk: a guest never loads the editor.
const GuestPage = lazy(() => import(/* webpackChunkName: "guest" */ './guest/GuestPage.tsx'))
const DocumentEditor = lazy(() => import('./editor/DocumentEditor.tsx'))
const UrlGenerator = lazy(() => import('./url-generator/UrlGenerator.tsx'))
const PagePicture = lazy(() => import('./page-picture/PagePicture.tsx'))

type SigningPath = Extract<(typeof mounts)[number], { remote: 'mf_signing' }>['path']

/** A route of this remote: the path can only be one that the shell mounts for it. */
const route = (path: SigningPath, Component: RemoteApp['routes'][number]['Component']) => ({ path, Component })

export default {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_signing',
  routes: [
    route('/document', GuestPage),
    route('/sign/field/:documentId/:documentName/:fieldId', GuestPage),
    route('/sign/:documentId/:documentName', GuestPage),
  ],
  slots: { 'document-editor': DocumentEditor, 'url-generator': UrlGenerator, 'page-picture': PagePicture },
} satisfies RemoteApp<'mf_signing'>
