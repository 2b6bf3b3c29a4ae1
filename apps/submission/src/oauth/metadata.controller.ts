import { Controller, Get, Inject } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import { CONFIG, type HttpConfig } from '../config';
import { resourceMetadata, serverMetadata } from './metadata';
import { siteOf } from './site';

@OutsideApi()
@TokenOptional()
@Controller('.well-known')
export class MetadataController {
  private readonly site: string;

  constructor(@Inject(CONFIG) config: HttpConfig) {
    this.site = siteOf(config);
  }

  @Get('oauth-authorization-server')
  server() {
    return serverMetadata(this.site);
  }

  @Get(['oauth-protected-resource', 'oauth-protected-resource/mcp'])
  resource() {
    return resourceMetadata(this.site);
  }
}
