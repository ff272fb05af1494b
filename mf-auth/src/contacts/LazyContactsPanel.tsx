import { lazyPart } from 'shared/remote'

export const ContactsPanel = lazyPart(() => import(/* webpackChunkName: "contacts" */ './ContactsPanel.tsx'))
