import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isWellFormedToken } from '@shipyard/contracts';
import { plainToInstance, Type } from 'class-transformer';
import { IsDefined, IsString, Matches, MinLength, ValidateBy, ValidateNested, validateSync } from 'class-validator';

const IsToken = () =>
  ValidateBy({
    name: 'isToken',
    validator: { validate: (value) => typeof value === 'string' && isWellFormedToken('pst_', value) },
  });

class Login {
  @IsString()
  email: string;

  @MinLength(10)
  password: string;
}

class Participant extends Login {
  @Matches(/^[a-z0-9-]{3,32}$/)
  handle: string;

  @IsToken()
  token: string;
}

class StaffTokens {
  @IsToken()
  admin: string;

  @IsToken()
  reviewer: string;

  @IsToken()
  fulfilment: string;
}

class StaffLogins {
  @IsDefined()
  @ValidateNested()
  @Type(() => Login)
  admin: Login;

  @IsDefined()
  @ValidateNested()
  @Type(() => Login)
  reviewer: Login;

  @IsDefined()
  @ValidateNested()
  @Type(() => Login)
  fulfilment: Login;
}

export class DemoCredentials {
  @IsDefined()
  @ValidateNested()
  @Type(() => Participant)
  participant: Participant;

  @IsDefined()
  @ValidateNested()
  @Type(() => Participant)
  other_participant: Participant;

  @IsDefined()
  @ValidateNested()
  @Type(() => Participant)
  minor_participant: Participant;

  @IsDefined()
  @ValidateNested()
  @Type(() => StaffTokens)
  staff: StaffTokens;

  @IsDefined()
  @ValidateNested()
  @Type(() => StaffLogins)
  staff_logins: StaffLogins;

  @Matches(/^[a-z0-9-]{1,64}$/)
  program_id: string;
}

export async function readDemoCredentials(dataDir: string): Promise<DemoCredentials> {
  const file = path.join(dataDir, 'credentials.json');
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`DEMO is 1, but ${file} cannot be read: npm start writes it`, { cause: error });
  }
  const credentials = plainToInstance(DemoCredentials, parsed);
  const wrong =
    typeof credentials === 'object' && credentials !== null ? validateSync(credentials) : [{ property: 'the file' }];
  // Does not print the values, because they are secrets.
  if (wrong.length > 0) throw new Error(`${file} is damaged: ${wrong.map(({ property }) => property).join(', ')}`);
  return credentials;
}
