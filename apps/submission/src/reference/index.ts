export { ApiDocumentService } from './api-document.service';
export { CLIENT_TEXT, referenceMarkdown } from './reference-text';
export { ReferenceModule } from './reference.module';
